import { measureLine } from '~/design/flyer/advances'
import styles from './deal-sheet.module.css'

// Widths of Mona Sans at 75, 100 and 125 percent are known; the width that fills the measure lies between two of them.
const ANCHORS = [75, 100, 125] as const
/** Width of the measure in em at which the line has the height that the sheet needs. */
const WANTED = 3.8
/** The stamp has tighter letters than a flyer, and never touches the edge. */
const TIGHTER = 0.031
const AIR = 1.005

/** The size (em per measure) and the width (percent) at which a line fills its measure. */
export function fitMeasure(text: string): { em: number; stretch: number } {
  const widths = ANCHORS.map((anchor) => (measureLine(text, anchor) - TIGHTER * text.length) * AIR)
  const [narrow = 1, normal = 1, wide = 1] = widths
  if (WANTED <= narrow) return { em: narrow, stretch: 75 }
  if (WANTED >= wide) return { em: wide, stretch: 125 }
  const [from, low, high] = WANTED < normal ? [75, narrow, normal] : [100, normal, wide]
  return { em: WANTED, stretch: Math.round(from + (25 * (WANTED - low)) / (high - low)) }
}

/** One line, exactly as wide as the sheet around it (a container of its inline size). */
export function FittedLine({ text, isHidden = false }: { text: string; isHidden?: boolean }) {
  const { em, stretch } = fitMeasure(text)
  const style = { fontSize: `min(${(100 / em).toFixed(2)}cqi, 7rem)`, fontStretch: `${stretch}%` }
  return (
    <p className={styles.stamp} style={style} aria-hidden={isHidden || undefined}>
      {text}
    </p>
  )
}
