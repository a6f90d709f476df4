import { useQuery } from '@tanstack/react-query'
import { ClipboardPaste, Download, Printer, Ellipsis, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { LoadedList } from '~/design/list-sections'
import { SearchField } from '~/design/search-field'
import { Table } from '~/design/table'
import { pluralize } from '~/lib/pluralize'
import { foldText } from '~/lib/fold-text'
import { splitSearchWords } from '~/lib/search-words'
import { getErrorMessage } from '~/platform/rpc/errors'
import { Menu } from '~/design/menu'
import { IconButton } from '~/design/icon-button'
import { Badge } from '~/design/badge'
import { useForm } from '~/platform/rpc/use-form'
import { useStoredDraft } from '~/design/use-stored-draft'
import { FormDialog } from '~/design/form-dialog'
import { FormError } from '~/design/form'
import type { Guest } from '../../contract-attendees'
import { ticketsClient } from '../queries'
import { AddGuest } from './add-guest'
import { PasteGuests } from './paste-guests'
import { guestsQuery } from './attendees-queries'
import { describeGuestTotals, describeGuestPresence } from './format-attendees'
import { useRemoveGuest, useRefetchGuests } from './use-guest-changes'
import styles from './attendees.module.css'
import { GuestFields, parseGuestFields } from './guest-fields'

type EditGuestProps = { eventId: string; guest: Guest; onClose: () => void }

type GuestRowProps = { guest: Guest; onEdit: () => void; onRemove: () => void }

const SHOWN = 200

/** The guest list: name, plus-ones, and the person who invited each guest. */
export function GuestList({ eventId }: { eventId: string }) {
  const list = useQuery(guestsQuery(eventId))
  const [query, setQuery] = useState('')
  const [isPasting, setIsPasting] = useState(false)
  const [edited, setEdited] = useState<Guest>()
  const [isAll, setIsAll] = useState(false)
  const takeOff = useRemoveGuest(eventId)
  const guests = list.data?.guests ?? []
  const found = guests.filter((guest) => isQueryMatch(guest, query))
  const shown = isAll ? found : found.slice(0, SHOWN)
  const print = () => {
    flushSync(() => setIsAll(true))
    window.print()
  }
  return (
    <>
      <AddGuest eventId={eventId} />
      <div className={classNames('row between wrap', styles.bar)}>
        <SearchField
          className={styles.search}
          label="Search the guest list"
          placeholder="Name or guest of"
          value={query}
          onValueChange={setQuery}
        />
        <div className={classNames('row wrap', styles.summary)}>
          <output className="small faint">{guests.length > 0 && describeGuestTotals(guests)}</output>
          {guests.length > 0 && (
            <>
              <AnchorButton
                href={`/api/v1/me/events/${eventId}/guests.csv`}
                download
                variant="ghost"
                size="sm"
                icon={Download}
              >
                Export<span className="visually-hidden"> the guest list as CSV</span>
              </AnchorButton>
              <Button variant="ghost" size="sm" icon={Printer} onClick={print}>
                Print
              </Button>
            </>
          )}
          <Button icon={ClipboardPaste} onClick={() => setIsPasting(true)}>
            Paste a list
          </Button>
        </div>
      </div>
      <LoadedList list={list} things="the guest list" reason={getErrorMessage(list.error)}>
        {() =>
          found.length === 0 && (
            <EmptyState
              title={query.trim() === '' ? 'No guests yet' : 'No guests found'}
              action={
                query.trim() === '' ? undefined : <Button onClick={() => setQuery('')}>Show all</Button>
              }
            >
              {query.trim() === '' ? 'Add a name above, or paste the list that the artist sent.' : undefined}
            </EmptyState>
          )
        }
      </LoadedList>
      {shown.length > 0 && (
        <Table
          label="Guest list, table"
          stacked
          className={styles.table}
          caption="Guest list"
          columns={['Name', 'Guest of', 'Door', { label: 'Actions', isHidden: true }]}
        >
          {shown.map((guest) => (
            <GuestRow
              key={guest.id}
              guest={guest}
              onEdit={() => setEdited(guest)}
              onRemove={() => takeOff(guest)}
            />
          ))}
        </Table>
      )}
      {found.length > shown.length && (
        <Button className={styles.more} onClick={() => setIsAll(true)}>
          Show {pluralize(found.length - shown.length, 'more name')}
        </Button>
      )}
      {isPasting && (
        <PasteGuests
          eventId={eventId}
          names={guests.map(({ name }) => name)}
          onClose={() => setIsPasting(false)}
        />
      )}
      {edited && (
        <EditGuest key={edited.id} eventId={eventId} guest={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function isQueryMatch({ name, guestOf }: Guest, query: string): boolean {
  const text = foldText(`${name} ${guestOf}`)
  return splitSearchWords(query).every((word) => text.includes(word))
}

function GuestRow({ guest, onEdit, onRemove }: GuestRowProps) {
  const { name, plusOnes, guestOf, arrived } = guest
  const presence = describeGuestPresence(guest)
  return (
    <tr data-row>
      <td className="text">
        <b className="bold">{name}</b> {plusOnes > 0 && <span className="muted">+{plusOnes}</span>}
      </td>
      <td className="text muted">{guestOf}</td>
      <td>
        <Badge tone={presence.tone}>{presence.text}</Badge>
      </td>
      <td>
        <Menu
          trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={Ellipsis} tooltip={false} />}
          items={[
            { label: 'Edit', icon: Pencil, onSelect: onEdit },
            // Guests who checked in stay on the list, because check-in has counted them.
            { label: 'Remove from list', icon: X, danger: true, disabled: arrived > 0, onSelect: onRemove },
          ]}
        />
      </td>
    </tr>
  )
}

function EditGuest({ eventId, guest, onClose }: EditGuestProps) {
  const saved = { name: guest.name, plusOnes: String(guest.plusOnes), guestOf: guest.guestOf }
  const storedDraft = useStoredDraft(`guest-edit:${guest.id}`, saved)
  const form = useForm({
    blank: saved,
    stored: storedDraft,
    parse: parseGuestFields,
    send: (next) => ticketsClient.guests.save.call({ id: guest.id, ...next }),
    onDone: onClose,
    onSettled: useRefetchGuests(eventId),
  })
  return (
    <FormDialog
      title="Edit guest"
      description={
        guest.arrived > 0 ? `${guest.arrived} of ${1 + guest.plusOnes} already checked in.` : undefined
      }
      actionLabel="Save"
      busy={form.isSending && 'Saving'}
      onSubmit={form.submit}
      onDismiss={storedDraft.drop}
      onClose={onClose}
    >
      <GuestFields text={form.text} />
      <FormError text={form.sentence} />
    </FormDialog>
  )
}
