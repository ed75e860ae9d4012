// Sounds, made when they are needed: a click, a capture, a beep for the clock.

/** @type {AudioContext | null} */
let context = null;
let isMuted = kept() === "yes";

function kept() {
  try {
    return localStorage.getItem("hoshi-mute");
  } catch {
    return null;
  }
}

export function muted() {
  return isMuted;
}

export function toggleMute() {
  isMuted = !isMuted;
  try {
    localStorage.setItem("hoshi-mute", isMuted ? "yes" : "no");
  } catch {
    // Where nothing may be kept, it lasts as long as the page.
  }
  return isMuted;
}

/** @param {number} pitch @param {number} seconds @param {OscillatorType} shape @param {number} volume @param {number} [delay] */
function tone(pitch, seconds, shape, volume, delay = 0) {
  // A browser allows sound only after somebody has touched the page.
  if (isMuted || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + delay;
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(pitch / 3, start + seconds);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

export const click = () => tone(900, 0.06, "triangle", 0.4);
export const capture = () => { tone(700, 0.08, "triangle", 0.4); tone(500, 0.1, "triangle", 0.3, 0.06); };
/** @param {boolean} isShort */
export const beep = (isShort) => tone(isShort ? 1500 : 1000, isShort ? 0.1 : 0.25, "sine", 0.2);
