import { classNames } from './class-names'
import styles from './code-cells.module.css'

type CodeCellsProps = {
  code: string
  /** `small` for a dense table, `big` for a code across the full width. */
  look?: 'small' | 'big' | undefined
  /** The code can no longer be used, so it is grayed out. */
  isVoid?: boolean | undefined
  /** The code was just created, so it is highlighted in yellow. */
  isFresh?: boolean | undefined
}

const looks = { small: styles.small, big: styles.big }

// Not an <img> element, because it can't contain the cells of the eight letters.
const asImage = { role: 'img' } as const

/** An invite code, one letter per cell, read aloud and copied as one word. */
export function CodeCells({ code, look, isVoid, isFresh }: CodeCellsProps) {
  return (
    <span
      {...asImage}
      aria-label={code}
      className={classNames(
        styles.cells,
        look && looks[look],
        isVoid && styles.voided,
        isFresh && styles.fresh,
      )}
    >
      {Array.from(code, (letter, place) => (
        <i key={place} className="code" aria-hidden="true">
          {letter}
        </i>
      ))}
    </span>
  )
}
