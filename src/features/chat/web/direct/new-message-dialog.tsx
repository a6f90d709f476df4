import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Dialog } from '~/design/dialog'
import { AnchorButton } from '~/design/link-button'
import { SearchField } from '~/design/search-field'
import { notify } from '~/design/toast'
import { useDebouncedQuery } from '~/design/use-debounced-query'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { ChatPerson } from '../../contract-shapes'
import { formatName } from '../../rules/format-name'
import { chat } from '../queries'
import { ListFailed, ListLoading } from '../rooms/list-placeholders'
import rows from '../rooms/members.module.css'
import styles from './direct.module.css'

interface NewMessageDialogProps {
  open: boolean
  onClose: () => void
  onOpened: (roomId: string) => void
}

/** Starts a conversation with a connection. Enter selects the first result. */
export default function NewMessageDialog({ open, onClose, onOpened }: NewMessageDialogProps) {
  const [q, setQ] = useState('')
  const [typed, setTyped] = useDebouncedQuery(q, setQ)
  const list = useQuery({
    ...chat.rooms.contacts.queryOptions({ input: { search: q } }),
    placeholderData: keepPreviousData,
    enabled: open,
  })
  const start = useMutation({
    ...chat.rooms.openDirect.mutationOptions(),
    onSuccess: ({ id }) => onOpened(id),
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  const people = list.data?.people
  const take = (person: ChatPerson | undefined) => {
    if (person && !start.isPending) start.mutate({ personId: person.id })
  }
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title="New message">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          // Select only from the results for the typed text, not from those of the previous text.
          if (typed === q && !list.isPlaceholderData) take(people?.[0])
        }}
      >
        <SearchField
          label="To"
          placeholder="Search your connections..."
          maxLength={100}
          shortcut={false}
          value={typed}
          onValueChange={setTyped}
        />
        <div className={rows.list} data-client-links aria-busy={list.isPlaceholderData || start.isPending}>
          {people === undefined && list.isPending && <ListLoading label="Loading your connections" />}
          {people === undefined && list.isError && (
            <ListFailed error={list.error} onRetry={() => void list.refetch()} />
          )}
          {people?.length === 0 && <NoContacts q={q} />}
          <ul aria-label="Connections">
            {people?.map((person) => (
              <li key={person.id}>
                <button type="button" className={styles.person} onClick={() => take(person)}>
                  <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={32} />
                  <b className="bold">{formatName(person.name)}</b>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </form>
    </Dialog>
  )
}

function NoContacts({ q }: { q: string }) {
  return (
    <div className={rows.none}>
      <p className="bold">{q === '' ? 'No connections yet' : `No connections match “${q}”`}</p>
      <p className="muted">You can write to members you are connected to.</p>
      <AnchorButton
        size="sm"
        href={q === '' ? '/dashboard/members' : `/dashboard/members?q=${encodeURIComponent(q)}`}
      >
        Browse members
      </AnchorButton>
    </div>
  )
}
