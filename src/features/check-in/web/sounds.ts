/** How a result sounds and feels: three kinds, distinguishable without looking. */
export type Tone = 'yes' | 'duplicate' | 'no'

type Note = { hertz: number; at: number; seconds: number; wave: OscillatorType }

// Valid: two rising notes. Duplicate: the same note twice. Refused: two low and rough notes.
const NOTES: Readonly<Record<Tone, readonly Note[]>> = {
  yes: [
    { hertz: 880, at: 0, seconds: 0.09, wave: 'sine' },
    { hertz: 1320, at: 0.1, seconds: 0.16, wave: 'sine' },
  ],
  duplicate: [
    { hertz: 520, at: 0, seconds: 0.14, wave: 'triangle' },
    { hertz: 520, at: 0.2, seconds: 0.14, wave: 'triangle' },
  ],
  no: [
    { hertz: 165, at: 0, seconds: 0.22, wave: 'square' },
    { hertz: 123, at: 0.24, seconds: 0.4, wave: 'square' },
  ],
}
const LOUD: Readonly<Record<Tone, number>> = { yes: 0.5, duplicate: 0.5, no: 0.22 }
const SHAKES: Readonly<Record<Tone, number[]>> = { yes: [40], duplicate: [70, 70, 70], no: [260, 90, 260] }

export interface Sounds {
  /** Call it when a button is pressed: browsers play no sound before that. */
  wake: () => void
  play: (tone: Tone, isLoud: boolean) => void
  close: () => void
}

export function createSounds(): Sounds {
  let audio: AudioContext | undefined
  function playTone(tone: Tone): void {
    if (!audio || audio.state !== 'running') return
    const now = audio.currentTime
    for (const { hertz, at, seconds, wave } of NOTES[tone]) {
      const oscillator = audio.createOscillator()
      const volume = audio.createGain()
      oscillator.type = wave
      oscillator.frequency.value = hertz
      // A note that ends abruptly clicks.
      volume.gain.setValueAtTime(0.0001, now + at)
      volume.gain.exponentialRampToValueAtTime(LOUD[tone], now + at + 0.012)
      volume.gain.setValueAtTime(LOUD[tone], now + at + seconds - 0.03)
      volume.gain.exponentialRampToValueAtTime(0.0001, now + at + seconds)
      oscillator.connect(volume).connect(audio.destination)
      oscillator.start(now + at)
      oscillator.stop(now + at + seconds)
    }
  }
  return {
    wake() {
      audio ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext()
      if (audio?.state === 'suspended') audio.resume().catch(() => undefined)
    },
    play(tone, isLoud) {
      if (isLoud) playTone(tone)
      // Vibration is not available in every browser, and is refused before the first press.
      if ('vibrate' in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(SHAKES[tone])
    },
    close() {
      audio?.close().catch(() => undefined)
      audio = undefined
    },
  }
}
