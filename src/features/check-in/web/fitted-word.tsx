import type { CSSProperties } from 'react'
import { classNames } from '~/design/class-names'
import { measureLine } from '~/design/flyer/advances'

/** As in answer-screen.css. */
const TRACKING_EM = -0.02
// What a flyer's measure includes already, between its letters.
const FLYER_TRACKING_EM = -0.012

// The room below a last line with a g in it, in lines.
const HANG_LINES = 0.18

/** How wide a line of the big word is, in em. */
export function widthOf(line: string): number {
  return measureLine(line, 75) - FLYER_TRACKING_EM * (line.length - 1) + TRACKING_EM * line.length
}

/** The answer, each line as wide as the screen; see answer-screen.css for the height it may not pass. */
export function FittedWord({ lines }: { lines: readonly string[] }) {
  const hangs = /[gjpqy]/u.test(lines.at(-1) ?? '')
  return (
    <span
      className={classNames('big', hangs && 'hangs')}
      style={{ '--lines': lines.length + (hangs ? HANG_LINES : 0) } as CSSProperties}
    >
      {lines.map((line) => (
        <span key={line} style={{ '--em': widthOf(line).toFixed(3) } as CSSProperties}>
          {line}{' '}
        </span>
      ))}
    </span>
  )
}
