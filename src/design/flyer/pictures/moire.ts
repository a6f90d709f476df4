import { ring } from '../paths'
import { ROUGH_TURN, type Recipe } from './picture'

/** Two sets of rings, one a little beside the other. */
export const moire: Recipe = (width, height, random) => {
  const diagonal = Math.hypot(width, height)
  const pitch = width / (15 + random() * 9)
  const angle = random() * ROUGH_TURN
  const offset = pitch * (1.6 + random() * 2.4)
  const cx = width * (0.2 + random() * 0.6)
  const cy = height * (0.2 + random() * 0.6)
  let ink = ''
  let spot = ''
  for (let radius = pitch; radius < diagonal; radius += pitch) {
    ink += ring(cx, cy, radius, pitch * 0.45)
    spot += ring(cx + Math.cos(angle) * offset, cy + Math.sin(angle) * offset, radius, pitch * 0.45)
  }
  return { ink, spot }
}
