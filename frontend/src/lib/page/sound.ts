// Small sounds made on the spot; nothing is fetched.
import { settings } from '../kept/settings.svelte';

let context: AudioContext | undefined;

function tone(frequency: number, start: number, length: number, loudness: number): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(loudness, context.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(context.currentTime + start);
  oscillator.stop(context.currentTime + start + length);
}

const SOUNDS = {
  card: () => tone(190, 0, 0.07, 0.12),
  turn: () => {
    tone(523, 0, 0.16, 0.08);
    tone(784, 0.09, 0.22, 0.08);
  },
  trick: () => tone(330, 0, 0.2, 0.08),
  bomb: () => {
    tone(90, 0, 0.5, 0.25);
    tone(60, 0.04, 0.6, 0.25);
  },
  end: () => [392, 523, 659].forEach((note, i) => tone(note, i * 0.12, 0.3, 0.08)),
};

export function sound(which: keyof typeof SOUNDS): void {
  if (!settings.choices.sounds) return;
  context ??= new AudioContext();
  SOUNDS[which]();
}
