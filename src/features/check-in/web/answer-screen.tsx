import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import { AnchorButton } from '~/design/link-button'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { measureLine } from '~/design/flyer/advances'
import type { AnswerWords } from './answer-words'
import './answer-screen.css'

/** As in answer-screen.css. */
const TRACKING_EM = -0.02

// The letter spacing that `measureLine` includes already.
const FLYER_TRACKING_EM = -0.012

// The room below a last line with a descender, in lines.
const HANG_LINES = 0.18

interface AnswerScreenProps {
  words: AnswerWords
  /** Of the answer, `23:53`. */
  clock: string
  eventId: string
  onNext: () => void
  onUndo: () => void
  onLetIn: () => void
  onSearch: () => void
}

const looks = { yes: 'ok', again: 'al', no: 'no' } as const

/** One answer over the whole screen, read at arm's length: the word, who, why, Next, and one way out. */
export function AnswerScreen(props: AnswerScreenProps) {
  const { words, clock, onNext } = props
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const leave = useEffectEvent((key: string) => key === 'Escape' && onNext())
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => leave(key)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <div className="door-over">
      <section className={classNames('ansr', looks[words.tone])} role="alert">
        <p className="ey">
          <span>{words.eyebrow}</span>
          <span>{clock}</span>
        </p>
        <h1>
          <FittedWord lines={words.lines} />
        </h1>
        <div className="facts">
          <p className="who">{words.who}</p>
          <p className="why">
            {words.why}
            {words.number !== undefined && <span className="code">{words.number}</span>}
          </p>
        </div>
        <div className="ac">
          <Button ref={next} className="nx" onClick={onNext}>
            Next
          </Button>
          <WayOut {...props} />
        </div>
      </section>
    </div>
  )
}

function WayOut({ words, eventId, onUndo, onLetIn, onSearch }: AnswerScreenProps) {
  if (words.way === 'sell')
    return (
      <AnchorButton className="un" href={`/events/${eventId}`} target="_blank" rel="noopener">
        Sell a ticket
      </AnchorButton>
    )
  const [label, act] =
    words.way === 'undo'
      ? (['Undo', onUndo] as const)
      : words.way === 'let_in'
        ? (['Let in', onLetIn] as const)
        : (['Search', onSearch] as const)
  return (
    <Button className="un" onClick={act}>
      {label}
    </Button>
  )
}

/** Returns the width of a line in em. */
function widthOf(line: string): number {
  return measureLine(line, 75) - FLYER_TRACKING_EM * (line.length - 1) + TRACKING_EM * line.length
}

/** The answer, each line as wide as the screen; answer-screen.css limits its height. */
function FittedWord({ lines }: { lines: readonly string[] }) {
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
