import { measureLine } from './flyer/glyph-advances'
import styles from './fitted-line.module.css'

// The widths of Mona Sans are measured at 75, 100 and 125 percent; others are interpolated.
const ANCHORS = [75, 100, 125] as const

/**
 * The intended ratio of the container's width to the font size. The letters are made narrower or wider to reach it.
 */
const WANTED = 3.8

/** Letters are set tighter than on a flyer, by this many em per letter. `AIR` keeps the line off the edge. */
const TIGHTER = 0.031

const AIR = 1.005

/** Returns the size (em per container width) and the font width (percent) at which a line fills its container. */
export function fitLineWidth(text: string): { em: number; stretch: number } {
  const widths = ANCHORS.map((anchor) => (measureLine(text, anchor) - TIGHTER * text.length) * AIR)
  const [narrow = 1, normal = 1, wide = 1] = widths
  if (WANTED <= narrow) return { em: narrow, stretch: 75 }
  if (WANTED >= wide) return { em: wide, stretch: 125 }
  const [from, low, high] = WANTED < normal ? [75, narrow, normal] : [100, normal, wide]
  return { em: WANTED, stretch: Math.round(from + (25 * (WANTED - low)) / (high - low)) }
}

/** Renders text in one line, exactly as wide as its container (needs inline-size containment). */
export function FittedLine({ text, isHidden = false }: { text: string; isHidden?: boolean }) {
  const { em, stretch } = fitLineWidth(text)
  const style = { fontSize: `min(${(100 / em).toFixed(2)}cqi, 7rem)`, fontStretch: `${stretch}%` }
  return (
    <p className={styles.line} style={style} aria-hidden={isHidden || undefined}>
      {text}
    </p>
  )
}
