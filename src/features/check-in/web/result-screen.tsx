import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import { AnchorButton } from '~/design/link-button'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { measureLine } from '~/design/flyer/glyph-advances'
import type { ResultText } from './describe-result'
import styles from './result-screen.module.css'

/** The letter spacing of the headline in em, the same as in result-screen.module.css. */
const TRACKING_EM = -0.02

// The letter spacing in em that the widths from `measureLine` already include.
const FLYER_TRACKING_EM = -0.012

// The space below a last line with a descender, in lines.
const DESCENDER_LINES = 0.18

interface ResultScreenProps {
  text: ResultText
  /** The time of the result, such as `23:53`. */
  clock: string
  eventId: string
  onNext: () => void
  onUndo: () => void
  onAdmit: () => void
  onSearch: () => void
}

const looks = { yes: undefined, duplicate: styles.again, no: styles.refused }

export function ResultScreen(props: ResultScreenProps) {
  const { text, clock, onNext } = props
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
      <section className={classNames(styles.result, looks[text.tone])} role="alert">
        <p className={styles.head}>
          <span>{text.eyebrow}</span>
          <span>{clock}</span>
        </p>
        <h1>
          <FittedHeadline lines={text.lines} />
        </h1>
        <div className={styles.facts}>
          <p className={styles.name}>{text.name}</p>
          <p className={styles.reason}>
            {text.detail}
            {text.number !== undefined && <span className="code">{text.number}</span>}
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

function SecondaryAction({ text, eventId, onUndo, onAdmit, onSearch }: ResultScreenProps) {
  if (text.action === 'sell')
    return (
      <AnchorButton className={styles.other} href={`/events/${eventId}`} target="_blank" rel="noopener">
        Sell a ticket
      </AnchorButton>
    )
  const [label, act] =
    text.action === 'undo'
      ? (['Undo', onUndo] as const)
      : text.action === 'admit'
        ? (['Admit anyway', onAdmit] as const)
        : (['Search', onSearch] as const)
  return (
    <Button className={styles.other} onClick={act}>
      {label}
    </Button>
  )
}

function measureWidth(line: string): number {
  return measureLine(line, 75) - FLYER_TRACKING_EM * (line.length - 1) + TRACKING_EM * line.length
}

/** The result, each line as wide as the screen; result-screen.module.css limits its height. */
function FittedHeadline({ lines }: { lines: readonly string[] }) {
  // cspell:disable-next-line
  const hangs = /[gjpqy]/u.test(lines.at(-1) ?? '')
  return (
    <span
      className={classNames(styles.word, hangs && styles.hanging)}
      style={{ '--lines': lines.length + (hangs ? DESCENDER_LINES : 0) } as CSSProperties}
    >
      {lines.map((line) => (
        <span key={line} style={{ '--em': measureWidth(line).toFixed(3) } as CSSProperties}>
          {line}{' '}
        </span>
      ))}
    </span>
  )
}
