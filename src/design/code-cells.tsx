import { classNames } from './class-names'
import styles from './code-cells.module.css'

type CodeCellsProps = {
  code: string
  /** `small` in a dense table, `big` across a sheet. */
  look?: 'small' | 'big' | undefined
  /** It can no longer be used: printed without ink. */
  isVoid?: boolean | undefined
  /** It was made a moment ago: printed on yellow. */
  isFresh?: boolean | undefined
}

const looks = { small: styles.small, big: styles.big }

// Eight letters of their own, which <img> could not hold.
const asImage = { role: 'img' } as const

/** An invitation's code: a letter per cell, read aloud and copied as one word. */
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
