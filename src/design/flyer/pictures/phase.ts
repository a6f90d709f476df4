import { circle, halfRing } from '../paths'
import type { Recipe } from './picture'

/** Records cut down the middle, halves slipped against each other; as many as fit side by side. */
export const phase: Recipe = (width, height, random) => {
  const skew = 0.26 + random() * 0.3
  const grooves = 6 + Math.floor(random() * 6)
  const largest = (height * 0.49) / (1 + skew / 2)
  const count = Math.max(1, Math.min(3, Math.round((width * 0.94) / (2 * largest))))
  const radius = Math.min(largest, (width * 0.47) / count)
  const direction = random() < 0.5 ? -1 : 1
  const pitch = radius / grooves
  const cy = height / 2
  const isTwoColour = random() < 0.6
  let ink = ''
  let spot = ''
  for (let record = 0; record < count; record++) {
    const towardsMiddle = count === 1 ? 0 : (record - (count - 1) / 2) * -(width / count - 2 * radius) * 0.9
    const cx = (width * (record + 0.5)) / count + towardsMiddle
    const slip = radius * skew * direction * (record % 2 ? -1 : 1)
    for (let groove = 0; groove < grooves; groove++) {
      const outer = radius - groove * pitch
      ink += halfRing(cx, cy - slip / 2, outer, pitch * 0.56, 'left')
      const right = halfRing(cx, cy + slip / 2, outer, pitch * 0.56, 'right')
      if (isTwoColour) spot += right
      else ink += right
    }
    if (!isTwoColour) spot += circle(cx, cy + slip / 2, radius * 0.42)
  }
  return { ink, spot }
}
