import { round } from '../paths'
import type { Recipe } from './picture'

const TURN = 6.2832

/** Rays from a disc. */
export const strobe: Recipe = (width, height, random) => {
  const rays = 12 + Math.floor(random() * 8) * 2
  const radius = Math.min(width, height) * (0.27 + random() * 0.11)
  const cx = width * (0.34 + random() * 0.32)
  const cy = radius * 1.06 + random() * Math.max(0, height - radius * 2.12)
  const reach = Math.hypot(width, height) * 1.2
  const turned = random()
  const end = (position: number) => {
    const angle = (position / rays) * TURN
    return `L${round(cx + Math.cos(angle) * reach)} ${round(cy + Math.sin(angle) * reach)}`
  }
  let ink = ''
  for (let ray = 0; ray < rays; ray++) {
    ink += `M${round(cx)} ${round(cy)}${end(ray + turned)}${end(ray + 0.5 + turned)}z`
  }
  return { ink, spot: '', disc: { cx, cy, radius } }
}
