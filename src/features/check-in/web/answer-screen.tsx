import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import { AnchorButton } from '~/design/link-button'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { measureLine } from '~/design/flyer/advances'
import type { AnswerText } from './describe-answer'
import styles from './answer-screen.module.css'

/** Same values as in answer-screen.module.css. */
const TRACKING_EM = -0.02

// The letter spacing already included in `measureLine`.
const FLYER_TRACKING_EM = -0.012

// The space below a last line with a descender, in lines.
const DESCENDER_LINES = 0.18

interface AnswerScreenProps {
  words: AnswerText
  /** The time of the answer, such as `23:53`. */
  clock: string
  eventId: string
  onNext: () => void
  onUndo: () => void
  onAdmit: () => void
  onSearch: () => void
}

const looks = { yes: undefined, duplicate: styles.again, no: styles.refused }

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
    <div className={styles.screen}>
      <section className={classNames(styles.answer, looks[words.tone])} role="alert">
        <p className={styles.head}>
          <span>{words.eyebrow}</span>
          <span>{clock}</span>
        </p>
        <h1>
          <FittedHeadline lines={words.lines} />
        </h1>
        <div className={styles.facts}>
          <p className={styles.name}>{words.who}</p>
          <p className={styles.reason}>
            {words.why}
            {words.number !== undefined && <span className="code">{words.number}</span>}
          </p>
        </div>
        <div className={styles.actions}>
          <Button ref={next} className={styles.next} onClick={onNext}>
            Next
          </Button>
          <SecondaryAction {...props} />
        </div>
      </section>
    </div>
  )
}

function SecondaryAction({ words, eventId, onUndo, onAdmit, onSearch }: AnswerScreenProps) {
  if (words.way === 'sell')
    return (
      <AnchorButton className={styles.other} href={`/events/${eventId}`} target="_blank" rel="noopener">
        Sell a ticket
      </AnchorButton>
    )
  const [label, act] =
    words.way === 'undo'
      ? (['Undo', onUndo] as const)
      : words.way === 'admit'
        ? (['Admit anyway', onAdmit] as const)
        : (['Search', onSearch] as const)
  return (
    <Button className={styles.other} onClick={act}>
      {label}
    </Button>
  )
}

function widthOf(line: string): number {
  return measureLine(line, 75) - FLYER_TRACKING_EM * (line.length - 1) + TRACKING_EM * line.length
}

/** The result, each line as wide as the screen; answer-screen.module.css limits its height. */
function FittedHeadline({ lines }: { lines: readonly string[] }) {
  const hangs = /[gjpqy]/u.test(lines.at(-1) ?? '')
  return (
    <span
      className={classNames(styles.word, hangs && styles.hanging)}
      style={{ '--lines': lines.length + (hangs ? DESCENDER_LINES : 0) } as CSSProperties}
    >
      {lines.map((line) => (
        <span key={line} style={{ '--em': widthOf(line).toFixed(3) } as CSSProperties}>
          {line}{' '}
        </span>
      ))}
    </span>
  )
}
