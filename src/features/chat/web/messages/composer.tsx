import { ArrowUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useMemo } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { useSecondsUntil } from '~/design/use-countdown'
import type { RoomDetail } from '../../contract-shapes'
import { MESSAGE_MAX } from '../../rules/chat-limits'
import { formatWaitClock, formatSlowMode, findSlowModeEnd } from '../../rules/slow-mode'
import { useDraft } from '../outbox/use-draft'
import { sendTyping } from '../typing/use-typing'
import { GrowingTextarea } from './growing-textarea'
import { measureText, describeExcess } from './text-count'
import styles from './composer.module.css'
import { buttonClass } from '~/design/button-class'

type ComposerProps = {
  room: RoomDetail
  meId: string
  field: RefObject<HTMLTextAreaElement | null>
  /** The time of the reader's last message in this room (ISO), from which slow mode counts. */
  lastAt: string | undefined
  onSend: (text: string) => void
  /** Called on Arrow up in an empty field. */
  onEditLast: () => void
}

/** From this fraction of the maximum length, the character counter is also shown on phones. */
const NEARLY_FULL = 0.8

/**
 * CH-08: the field for writing a message. A sent text moves to the list immediately, marked as pending, so that the
 * person doesn't send it again and can write the next one.
 */
export function Composer({ room, meId, field, lastAt, onSend, onEditLast }: ComposerProps) {
  const [text, setText] = useDraft({ personId: meId, roomId: room.id })
  const footId = useId()
  const measured = measureText(text)
  const problem = describeExcess(measured)
  const isNearlyFull = measured.count > MESSAGE_MAX * NEARLY_FULL
  const isSlow = room.slowModeSeconds > 0 && !room.canModerate
  const seconds = useSlowMode(isSlow ? room.slowModeSeconds : 0, lastAt)
  const isOff = measured.isEmpty || problem !== undefined || seconds > 0
  const send = () => {
    if (isOff) return
    setText('')
    onSend(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
    // Keep the focus in the field, so that the keyboard of a touch screen stays open for the next message.
    field.current?.focus()
  }
  const change = (value: string) => {
    setText(value)
    if (value.trim() !== '') sendTyping(room.id)
  }
  const editLast = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' || text !== '') return
    event.preventDefault()
    onEditLast()
  }
  return (
    <form className={classNames('script-only', styles.composer)} onSubmit={submit}>
      <div className={styles.line}>
        <GrowingTextarea
          label="Message"
          className={styles.field}
          ref={field}
          value={text}
          onValueChange={change}
          onEnter={send}
          onKey={editLast}
          placeholder={`Message ${room.name}`}
          isInvalid={problem !== undefined}
          describedBy={footId}
        />
        <button
          type="submit"
          className={buttonClass({ variant: 'primary', iconOnly: true })}
          aria-label="Send"
          aria-disabled={isOff || undefined}
        >
          <Icon of={ArrowUp} />
        </button>
      </div>
      <p
        id={footId}
        className={classNames('micro faint row between', styles.foot)}
        data-calls={problem || isSlow || isNearlyFull ? '' : undefined}
      >
        <output>
          {problem ? (
            <span className="field-error">{problem}</span>
          ) : (
            isSlow && formatSlowMode(room.slowModeSeconds)
          )}
        </output>
        {!problem && !isSlow && (
          <span className={styles.hint}>Enter to send, Shift + Enter for a new line</span>
        )}
        {seconds > 0 && <span>You can write again in {formatWaitClock(seconds)}</span>}
        <span className={problem && 'field-error'}>
          {measured.count} / {MESSAGE_MAX}
        </span>
      </p>
    </form>
  )
}

/** Returns the seconds until slow mode lets the reader write again. `lastAt`: time of their last message (ISO). */
function useSlowMode(slowModeSeconds: number, lastAt: string | undefined): number {
  return useSecondsUntil(useMemo(() => findEndFromNow(slowModeSeconds, lastAt), [slowModeSeconds, lastAt]))
}

const findEndFromNow = (seconds: number, lastAt: string | undefined) =>
  findSlowModeEnd(seconds, lastAt, Date.now())
