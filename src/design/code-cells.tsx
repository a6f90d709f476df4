import { classNames } from './class-names'
import './css/code-cells.css'

type CodeCellsProps = {
  code: string
  /** `small` in a dense table, `big` across a sheet. */
  look?: 'small' | 'big' | undefined
  /** It lets nobody in any more: printed without ink. */
  isVoid?: boolean | undefined
  /** It was made a moment ago: printed on yellow. */
  isFresh?: boolean | undefined
}

// Eight letters of their own, which <img> could not hold.
const asImage = { role: 'img' } as const

/** An invitation's code as it is handed on: a letter per cell, read aloud and copied as one word. */
export function CodeCells({ code, look, isVoid, isFresh }: CodeCellsProps) {
  return (
    <span
      {...asImage}
      aria-label={code}
      className={classNames('c8', look, isVoid && 'void', isFresh && 'fresh')}
    >
      {Array.from(code, (letter, place) => (
        <i key={place} className="code" aria-hidden="true">
          {letter}
        </i>
      ))}
    </span>
  )
}
