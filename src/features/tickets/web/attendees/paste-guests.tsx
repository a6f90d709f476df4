import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { useKeptDraft } from '~/design/use-kept-draft'
import { countOf } from '~/lib/count-of'
import { errorMessage } from '~/platform/rpc/errors'
import { GUESTS_AT_ONCE, type ReadLine, readGuestLines } from '../../rules/guest-lines'
import { ticketsClient } from '../queries'
import { useReadGuests } from './use-guest-changes'

type PasteGuestsProps = { eventId: string; names: readonly string[]; onClose: () => void }

/** Adds names from a pasted text, one a line. A preview shows how each line is read. */
export function PasteGuests({ eventId, names, onClose }: PasteGuestsProps) {
  const { draft, keep, drop } = useKeptDraft(`guests:${eventId}`, { text: '' })
  const text = draft?.text ?? ''
  const readAgain = useReadGuests(eventId)
  const lines = readGuestLines(text, names)
  const read = lines.flatMap(({ line, guest }) => (guest ? [{ line, guest }] : []))
  const isMany = read.length > GUESTS_AT_ONCE
  // Made for this text: sent again after a failure, everybody is added once.
  const [ids, setIds] = useState<{ text: string; of: string[] }>({ text: '', of: [] })
  const add = useMutation({
    ...ticketsClient.guests.addMany.mutationOptions(),
    onSuccess: (_, { guests }) => {
      notify.success(`${countOf(guests.length, 'name')} on the list.`)
      drop()
      onClose()
    },
    onSettled: readAgain,
  })
  function send(): void {
    if (read.length === 0 || isMany) return
    const made = ids.text === text ? ids.of : read.map(() => crypto.randomUUID())
    setIds({ text, of: made })
    add.mutate({ eventId, guests: read.map(({ guest }, at) => ({ ...guest, id: made[at] ?? '' })) })
  }
  return (
    <Dialog
      open
      className="pe-paste"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Paste a list"
      description="One name a line. After the name how many more, after a comma whose guest."
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            busy={add.isPending && 'Adding'}
            aria-disabled={read.length === 0 || isMany || undefined}
            onClick={send}
          >
            {read.length === 0 ? 'Add' : `Add ${countOf(read.length, 'name')}`}
          </Button>
        </>
      }
    >
      <TextArea
        label="Names"
        rows={6}
        placeholder={'Ilse Brandt +2, Juno Okafor\nTemi Adeyemi'}
        value={text}
        error={isMany ? `At most ${GUESTS_AT_ONCE} at once. Paste the rest afterwards.` : undefined}
        onChange={(event) => keep({ text: event.target.value })}
      />
      {lines.length > 0 && <Preview lines={lines} />}
      {add.isError && (
        <p className="err" role="alert">
          {errorMessage(add.error)}
        </p>
      )}
    </Dialog>
  )
}

// A region that scrolls must be reachable by keyboard (WCAG 2.1.1), though it is not a control.
const reachable = { tabIndex: 0 }

function Preview({ lines }: { lines: readonly ReadLine[] }) {
  const people = lines.reduce((sum, { guest }) => sum + (guest ? 1 + guest.plusOnes : 0), 0)
  const odd = lines.filter(({ guest }) => guest === null).length
  return (
    <section aria-label="How it is read" className="pe-read" {...reachable}>
      <output className="small m2">
        {countOf(people, 'person', 'people')}
        {odd > 0 && `, ${countOf(odd, 'line')} left out`}
      </output>
      <ul>
        {lines.map(({ line, text, guest, problem }) => (
          <li key={line} className="row between">
            {guest ? (
              <>
                <span>
                  <b className="b">{guest.name}</b>{' '}
                  {guest.plusOnes > 0 && <span className="num">+{guest.plusOnes}</span>}
                </span>
                <span className="small m2">{guest.guestOf !== '' && `guest of ${guest.guestOf}`}</span>
              </>
            ) : (
              <>
                <span className="m3">{text}</span>
                <span className="small pe-odd">{problem}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
