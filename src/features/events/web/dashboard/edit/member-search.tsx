import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { SearchField } from '~/design/search-field'
import { useDebouncedQuery } from '~/design/use-debounced-query'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { FoundMember } from '../../../contract-dashboard'
import { events } from '../../queries'
import styles from './edit-page.module.css'

type MemberSearchProps = {
  eventId: string
  /** Ids of people who cannot be picked, and the label that says why. */
  taken: readonly string[]
  takenLabel: string
  onPick: (member: FoundMember) => void
  /** Label of the button that adds the typed text; undefined if it cannot be added. */
  freeLabel?: ((typed: string) => string | undefined) | undefined
  onFree?: ((typed: string) => void) | undefined
  busyId?: string | undefined
  label?: string
  placeholder?: string
  pickLabel?: string
}

export function MemberSearch(props: MemberSearchProps) {
  const { eventId, taken, takenLabel, onPick, freeLabel, onFree, busyId } = props
  const { label = 'Search members', placeholder = 'Name', pickLabel = 'Add' } = props
  const [settled, setSettled] = useState('')
  const [typed, setTyped] = useDebouncedQuery(settled, setSettled)
  // The server searches only for two or more letters.
  const isSearch = settled.trim().length >= 2
  const found = useQuery({
    ...events.dashboard.findMembers.queryOptions({ input: { id: eventId, q: settled }, staleTime: 10_000 }),
    enabled: isSearch,
    placeholderData: (old) => old,
  })
  const members = !isSearch ? [] : (found.data?.members ?? [])
  const hasNoMatch = isSearch && found.data !== undefined && members.length === 0
  const free = typed.trim() === '' ? undefined : freeLabel?.(typed.trim())
  // An account is found by email only when it is added, with the button below.
  const isSilent = hasNoMatch && free !== undefined && typed.includes('@')
  return (
    <div className="stack">
      <SearchField
        label={label}
        placeholder={placeholder}
        shortcut={false}
        value={typed}
        onValueChange={setTyped}
      />
      <output className="visually-hidden">
        {isSearch && found.data && !isSilent ? `${members.length} found` : ''}
      </output>
      {members.length > 0 && (
        <ul className={classNames('row-list', styles.found)}>
          {members.map((member) => (
            <li key={member.id}>
              <Avatar id={member.id} name={member.name} imageUrl={member.avatarUrl} size={36} />
              <span className={styles.person}>
                <b className="bold">{member.name}</b>
                <span className="small muted">{member.memberTypes.map(formatMemberType).join(', ')}</span>
              </span>
              {taken.includes(member.id) ? (
                <span className="small faint end">{takenLabel}</span>
              ) : (
                <Button
                  size="sm"
                  className="end"
                  aria-label={`${pickLabel} ${member.name}`}
                  busy={busyId === member.id ? 'Adding' : false}
                  onClick={() => onPick(member)}
                >
                  {pickLabel}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNoMatch && !isSilent && <p className="small muted">No members found.</p>}
      {found.error && (
        <p className="small muted" role="alert">
          {getErrorMessage(found.error)}
        </p>
      )}
      {free !== undefined && (
        <Button variant="outline" size="sm" icon={Plus} onClick={() => onFree?.(typed.trim())}>
          {free}
        </Button>
      )}
    </div>
  )
}

/** Formats a member type: `venue_owner` as `Venue owner`, `dj` as `DJ`. */
function formatMemberType(type: string): string {
  if (type === 'dj') return 'DJ'
  const text = type.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
