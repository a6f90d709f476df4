import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import { pluralize } from '~/lib/pluralize'
import { useForm } from '~/platform/rpc/use-form'
import { MAX_GUESTS_PER_REQUEST, type ParsedGuestLine, parseGuestLines } from '../../rules/parse-guest-lines'
import { ticketsClient } from '../queries'
import { useRefetchGuests } from './use-guest-changes'
import styles from './attendees.module.css'

type PasteGuestsProps = { eventId: string; names: readonly string[]; onClose: () => void }

/** Adds names from a pasted text, one per line. A preview shows how each line is parsed. */
export function PasteGuests({ eventId, names, onClose }: PasteGuestsProps) {
  const blank = { text: '' }
  // The ids belong to this text, so a retry after a failure adds each guest once.
  const [ids, setIds] = useState<{ text: string; of: string[] }>({ text: '', of: [] })
  const form = useForm({
    blank,
    stored: useStoredDraft(`guests:${eventId}`, blank),
    send: ({ text }) => {
      const guests = listReadableGuests(parseGuestLines(text, names))
      const made = ids.text === text ? ids.of : guests.map(() => crypto.randomUUID())
      setIds({ text, of: made })
      return ticketsClient.guests.addMany.call({
        eventId,
        guests: guests.map((guest, at) => ({ ...guest, id: made[at] ?? '' })),
      })
    },
    onDone: (_, { text }) => {
      notify.success(
        `${pluralize(listReadableGuests(parseGuestLines(text, names)).length, 'name')} on the list.`,
      )
      onClose()
    },
    onSettled: useRefetchGuests(eventId),
  })
  const lines = parseGuestLines(form.values.text, names)
  const count = listReadableGuests(lines).length
  const isMany = count > MAX_GUESTS_PER_REQUEST
  return (
    <FormDialog
      title="Paste a list"
      description="One name per line, with +2 after it for two plus-ones. After a comma: whose guest."
      actionLabel={count === 0 ? 'Add' : `Add ${pluralize(count, 'name')}`}
      busy={form.isSending && 'Adding'}
      isOff={count === 0 || isMany}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextArea
        label="Names"
        rows={6}
        placeholder={'Ilse Brandt +2, Juno Okafor\nTemi Adeyemi'}
        {...form.text('text')}
        error={
          isMany
            ? `You can add at most ${MAX_GUESTS_PER_REQUEST} names at a time. Paste the rest afterwards.`
            : undefined
        }
      />
      {lines.length > 0 && <Preview lines={lines} />}
      <FormError text={form.sentence} />
    </FormDialog>
  )
}

const listReadableGuests = (lines: readonly ParsedGuestLine[]) =>
  lines.flatMap(({ guest }) => (guest ? [guest] : []))

// A scrollable region must be reachable by keyboard (WCAG 2.1.1), though it is not a control.
const reachable = { tabIndex: 0 }

function Preview({ lines }: { lines: readonly ParsedGuestLine[] }) {
  const people = lines.reduce((sum, { guest }) => sum + (guest ? 1 + guest.plusOnes : 0), 0)
  const odd = lines.filter(({ guest }) => guest === null).length
  return (
    <section aria-label="Preview" className={styles.preview} {...reachable}>
      <output className="small muted">
        {pluralize(people, 'person', 'people')}
        {odd > 0 && `, ${pluralize(odd, 'line')} left out`}
      </output>
      <ul>
        {lines.map(({ line, text, guest, problem }) => (
          <li key={line} className="row between">
            {guest ? (
              <>
                <span>
                  <b className="bold">{guest.name}</b> {guest.plusOnes > 0 && <span>+{guest.plusOnes}</span>}
                </span>
                <span className="small muted">{guest.guestOf !== '' && `guest of ${guest.guestOf}`}</span>
              </>
            ) : (
              <>
                <span className="faint">{text}</span>
                <span className={classNames('small', styles.problem)}>{problem}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
