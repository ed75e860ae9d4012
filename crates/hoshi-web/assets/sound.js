// Sounds, made when they are needed: a click, a capture, a beep.

/** @type {AudioContext | null} */
let context = null;
let isMuted = localStorage.getItem("hoshi-mute") === "yes";

export function muted() {
  return isMuted;
}

export function toggleMute() {
  isMuted = !isMuted;
  localStorage.setItem("hoshi-mute", isMuted ? "yes" : "no");
  return isMuted;
}

/** @param {number} pitch @param {number} seconds @param {OscillatorType} shape @param {number} volume */
function tone(pitch, seconds, shape, volume) {
  if (isMuted) return;
  // A browser allows sound only after somebody has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const now = context.currentTime;
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, now);
  oscillator.frequency.exponentialRampToValueAtTime(pitch / 3, now + seconds);
  gain.gain.setValueAtTime(volume, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(now);
  oscillator.stop(now + seconds);
}

export const click = () => tone(900, 0.06, "triangle", 0.4);
export const capture = () => { tone(700, 0.08, "triangle", 0.4); setTimeout(() => tone(500, 0.1, "triangle", 0.3), 60); };
export const beep = () => tone(1200, 0.12, "sine", 0.2);
