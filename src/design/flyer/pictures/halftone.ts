import { circle } from '../paths'
import { ROUGH_TURN, type Recipe } from './picture'

/** Dots sized by a wave, over a disc in the spot colour. */
export const halftone: Recipe = (width, height, random) => {
  const across = 15 + Math.floor(random() * 7)
  const pitch = width / across
  const down = Math.ceil(height / pitch) + 1
  const angle = random() * ROUGH_TURN
  const frequency = 1.2 + random() * 1.8
  const phase = random() * ROUGH_TURN
  const cx = width * (0.25 + random() * 0.5)
  const cy = height * (0.25 + random() * 0.5)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  let ink = ''
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across + 1; column++) {
      const x = column * pitch + (row % 2 ? pitch / 2 : 0)
      const y = row * pitch * 0.98
      const along = (x * cos + y * sin) / width
      const away = Math.hypot(x - cx, y - cy) / width
      const wave = 0.5 + 0.5 * Math.sin(along * ROUGH_TURN * frequency * 0.5 + phase + away * 7)
      const radius = pitch * 0.64 * Math.pow(wave, 0.8)
      if (radius > pitch * 0.07) ink += circle(x, y, radius)
    }
  }
  const disc = Math.min(width, height) * (0.28 + random() * 0.16)
  const discX = width * (0.34 + random() * 0.32)
  const discY = disc + random() * Math.max(0, height - 2 * disc)
  return { ink, spot: circle(discX, discY, disc) }
}
