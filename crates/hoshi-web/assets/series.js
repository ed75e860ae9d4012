// The problems of the files that the visitor chose: which they are, in which order, and their score. The same rules as in
// the terminal: the first try of a problem counts, later ones do not until the files are chosen or opened anew.

/** A file and its size in bytes. `games` is how many problems it has, once it was read; `why` says why it cannot be read.
 * @typedef {{ path: string, size: number, games?: number, why?: string }} Listed */
/** @typedef {{ id: string, files: Listed[], more: number }} Files `more` files were left out. */
/** @typedef {Record<string, boolean>} Scores Whether each problem was solved at first try. */

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Names as people sort them: 2 before 10, folder by folder. @param {string} a @param {string} b */
export function byName(a, b) {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let nth = 0; nth < Math.min(left.length, right.length); nth++) {
    const order = collator.compare(left[nth], right[nth]);
    if (order) return order;
  }
  return left.length - right.length || (a < b ? -1 : Number(a > b));
}

/** The part of the paths that all files share: the folder that was chosen. @param {string[]} paths */
export function folderOf(paths) {
  const first = paths[0]?.slice(0, paths[0].indexOf("/") + 1) ?? "";
  return first && paths.every((path) => path.startsWith(first)) ? first : "";
}

/** What tells a file from others in the scores: many collections have a `1.sgf`. @param {Listed} file */
const keyOf = ({ path, size }) => `${path} ${size}`;

export class Series {
  /** @param {Files} list @param {Scores} scores @param {string[]} tried */
  constructor(list, scores, tried) {
    this.files = list.files;
    this.folder = folderOf(list.files.map((file) => file.path));
    this.scores = scores;
    this.tried = new Set(tried);
    this.file = 0;
    this.game = 0;
  }

  /** The name of a problem in the scores. @param {number} file @param {number} game */
  name(file = this.file, game = this.game) {
    return `${keyOf(this.files[file])}#${game + 1}`;
  }

  /** The first try of a problem sets its score. @param {boolean} isSolved */
  score(isSolved) {
    const name = this.name();
    if (this.tried.has(name)) return;
    this.tried.add(name);
    this.scores[name] = isSolved;
  }

  /** The numbers of problems of these files that were solved at first try, and that were tried. */
  tally() {
    const own = new Set(this.files.map(keyOf));
    const all = Object.entries(this.scores).filter(([name]) => own.has(name.slice(0, name.lastIndexOf("#"))));
    return { solved: all.filter(([, isSolved]) => isSolved).length, tried: all.length };
  }

  /** The first problem from a file on that has no score, as far as the files were read; null if there is none.
   * `isOpen` says that the file must be read to know. @param {number} from */
  firstNew(from = 0) {
    for (let file = from; file < this.files.length; file++) {
      const { games, why } = this.files[file];
      if (why !== undefined) continue;
      for (let game = 0; game < (games ?? 1); game++) if (!(this.name(file, game) in this.scores)) return { file, game, isOpen: false };
      if (games === undefined) return { file, game: 0, isOpen: true };
    }
    return null;
  }

  /** The next file that is not known to be unreadable, or -1. @param {number} by */
  beside(by) {
    for (let file = this.file + by; this.files[file]; file += by) if (this.files[file].why === undefined) return file;
    return -1;
  }

  /** Whether there may be a problem before or after this one. @param {number} by */
  has(by) {
    const game = this.game + by;
    return (game >= 0 && game < (this.files[this.file].games ?? 1)) || this.beside(by) >= 0;
  }

  /** The files that can be read, as far as is known, and which of them this is, from 1. */
  place() {
    const isFine = (/** @type {Listed} */ file) => file.why === undefined;
    return { nth: this.files.slice(0, this.file + 1).filter(isFine).length, of: this.files.filter(isFine).length };
  }

  /** The path of a file below the folder. @param {number} file */
  title(file = this.file) {
    return this.files[file].path.slice(this.folder.length);
  }
}
