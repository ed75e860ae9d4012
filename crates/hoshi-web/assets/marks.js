// What a record draws on the board at a node, beside the markup that the session tells: arrows, lines, territory, dimmed
// points, and the node's name. It is in the nodes of the tree.

import { nameOf } from "./points.js";

/** @typedef {import("./tree.js").TreeNode & { name?: string, TB?: number[], TW?: number[], AR?: number[][], LN?: number[][],
 *   DD?: number[], VW?: number[] }} MarkedNode */

/** The children of each node, for the nodes that were looked at last. */
let of = { nodes: /** @type {MarkedNode[] | null} */ (null), children: /** @type {number[][]} */ ([]) };

/** @param {MarkedNode[]} nodes */
function childrenOf(nodes) {
  if (of.nodes === nodes) return of.children;
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach((node, index) => { if (index) children[node.p ?? index - 1].push(index); });
  of = { nodes, children };
  return children;
}

/** The nodes from the root to this one; null if the tree has no such path. @param {MarkedNode[]} nodes @param {string} path */
function lineTo(nodes, path) {
  const children = childrenOf(nodes);
  const line = [0];
  for (const nth of path.split(".").filter(Boolean)) {
    const next = children[line[line.length - 1]][Number(nth)];
    if (next === undefined) return null;
    line.push(next);
  }
  return line;
}

/** Whether the tree has this node with so many children. @param {MarkedNode[]} nodes @param {any} view */
export function knows(nodes, view) {
  const line = lineTo(nodes, view.path);
  return line !== null && childrenOf(nodes)[line[line.length - 1]].length === view.next.length;
}

/** What is drawn at a node. @param {MarkedNode[] | null} nodes @param {import("./state.js").Snapshot} s */
export function marksAt(nodes, s) {
  const line = nodes && lineTo(nodes, s.node.path);
  if (!nodes || !line) return null;
  const node = nodes[line[line.length - 1]];
  const name = (/** @type {number} */ point) => nameOf(point % s.width, Math.floor(point / s.width), s.height);
  const pairs = (/** @type {number[][] | undefined} */ all) => (all ?? []).map((pair) => pair.map(name));
  // These two hold until another node has them.
  const held = (/** @type {"DD" | "VW"} */ key) => {
    const last = line.findLast((at) => nodes[at][key]);
    return (last === undefined ? undefined : nodes[last][key]) ?? [];
  };
  /** @type {string[] | null} */
  let owners = null;
  if (node.TB || node.TW) {
    const [black, white] = [new Set(node.TB), new Set(node.TW)];
    const sign = (/** @type {number} */ point) => (black.has(point) ? "x" : white.has(point) ? "o" : ".");
    owners = Array.from({ length: s.height }, (_, y) => Array.from({ length: s.width }, (_, x) => sign(y * s.width + x)).join(""));
  }
  const seen = new Set(held("VW"));
  const all = seen.size ? Array.from({ length: s.width * s.height }, (_, point) => point) : [];
  return {
    name: node.name ?? "", owners, lines: pairs(node.LN), arrows: pairs(node.AR), dim: held("DD").map(name),
    hidden: all.filter((point) => !seen.has(point)).map(name),
  };
}
