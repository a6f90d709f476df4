import { round } from '../paths'
import type { Recipe } from './picture'

/** Diagonal bands, shifted by one band inside a disc. */
export const hazard: Recipe = (width, height, random) => {
  const band = width / (5 + Math.floor(random() * 4))
  const slant = height * (0.5 + random() * 0.5) * (random() < 0.5 ? 1 : -1)
  const radius = Math.min(width, height) * (0.3 + random() * 0.1)
  const cx = width * (0.38 + random() * 0.24)
  const cy = height * 0.5
  const end = width + Math.abs(slant) + band * 2
  let ink = ''
  for (let x = -Math.abs(slant) - band * 2; x < end; x += band * 2) {
    ink += `M${round(x)} 0h${round(band)}l${round(slant)} ${round(height)}h${round(-band)}z`
  }
  return { ink, spot: '', lens: { cx, cy, radius, shift: band } }
}
