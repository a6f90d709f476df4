import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, ShieldAlert } from 'lucide-react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { ListBody, LoadedList, PageButtons } from '~/design/list-sections'
import { ListSearch } from '~/design/list-search'
import { Note } from '~/design/note'
import { SelectField } from '~/design/select-field'
import { Table } from '~/design/table'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatUrl, toFirstPage } from '~/lib/search-parameters'
import { formatClock, formatShort } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { SecurityEntry } from '../../contract-activity'
import { SECURITY_FAMILIES, SECURITY_PERIODS, SECURITY_RESULTS } from '../../rules/security-kinds'
import { identity } from '../queries'
import { toFilter, getPeriod, readSecuritySearch, type SecuritySearch } from './security-search'
import styles from './security-page.module.css'

const familyLabels = {
  sign_ins: 'Sign-ins',
  failed: 'Failed sign-ins',
  sessions: 'Ended sessions',
  changes: 'Changes',
  api_keys: 'API keys',
  roles: 'Roles and suspensions',
} as const
const resultLabels = { new_device: 'New device', failed: 'Failed', blocked: 'Blocked' } as const
const periodLabels = { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days', all: 'All' } as const

export const securityQuery = (search: SecuritySearch) => {
  const { after, before } = search
  return identity.securityEvents.list.queryOptions({
    input: { ...toFilter(search), after, before },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}
export const securityCountsQuery = () => identity.securityEvents.counts.queryOptions({ staleTime: 10_000 })

type SecurityPageProps = {
  search: SecuritySearch
  /** With `typed`, the browser history entry is replaced, so that Back undoes a whole search. */
  onSearchChange: (search: SecuritySearch, how?: 'typed') => void
}

/** Security events of every account, with search and filters. */
export function SecurityPage({ search, onSearchChange }: SecurityPageProps) {
  const { data: counts } = useQuery(securityCountsQuery())
  const change = (part: Record<string, unknown>) =>
    onSearchChange(readSecuritySearch({ ...toFirstPage(search), ...part }))
  return (
    <div data-full-width>
      <div className={classNames('row between wrap', styles.head)}>
        <div>
          <h1 className="title-1">Security events</h1>
          <p className="muted">
            Stored for {counts?.days ?? 400} days. The audit log records when you open a person’s events.
            {counts && (
              <>
                {' '}
                Two-step verification is {counts.requiresStaffTwoStep ? 'required' : 'optional'} for admins
                and moderators (set by the operator: <span className="code">STAFF_TWO_STEP</span>).
              </>
            )}
          </p>
        </div>
        <AnchorButton href={formatUrl('/admin/security.csv', toFilter(search))} download icon={Download}>
          Export CSV
        </AnchorButton>
      </div>
      <dl className={classNames('cells', styles.figures)}>
        <Figure label="Sign-ins, 24 hours" value={counts?.signIns} />
        <Figure label="Failed" value={counts?.failed} />
        <Figure label="New devices" value={counts?.newDevices} />
        <Figure label="Blocked by limits" value={counts?.blocked} />
      </dl>
      {counts?.attack && (
        <Note tone="orange" icon={ShieldAlert} className={styles.note}>
          <b className="bold">
            {counts.attack.accounts} accounts had wrong passwords from one network, {counts.attack.network},
            in the last hour.
          </b>{' '}
          <Button size="sm" onClick={() => change({ q: counts.attack?.network })}>
            Show events
          </Button>
        </Note>
      )}
      <div className={styles.filters}>
        <ListSearch
          label="Search events"
          placeholder="Person, email or network"
          q={search.q}
          onSettled={(q) => onSearchChange({ ...toFirstPage(search), q }, 'typed')}
        />
        <SelectField
          label="Kind"
          hideLabel
          options={[
            { value: '', label: 'Every kind' },
            ...SECURITY_FAMILIES.map((value) => ({ value, label: familyLabels[value] })),
          ]}
          value={search.family ?? ''}
          onChange={({ target }) => change({ family: target.value })}
        />
        <SelectField
          label="Result"
          hideLabel
          options={[
            { value: '', label: 'Every result' },
            ...SECURITY_RESULTS.map((value) => ({ value, label: resultLabels[value] })),
          ]}
          value={search.result ?? ''}
          onChange={({ target }) => change({ result: target.value })}
        />
        <SelectField
          label="Period"
          hideLabel
          options={SECURITY_PERIODS.map((value) => ({ value, label: periodLabels[value] }))}
          value={getPeriod(search)}
          onChange={({ target }) => change({ period: target.value })}
        />
      </div>
      {search.person !== undefined && (
        <p className={classNames('small muted', styles.note)}>
          Only one person’s events.{' '}
          <Button variant="ghost" size="sm" onClick={() => change({ person: undefined })}>
            Show everyone
          </Button>
        </p>
      )}
      <SecurityList search={search} onSearchChange={onSearchChange} />
    </div>
  )
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{value?.toLocaleString('en-US') ?? '…'}</dd>
    </div>
  )
}

function SecurityList({ search, onSearchChange }: SecurityPageProps) {
  const list = useQuery(securityQuery(search))
  return (
    <LoadedList list={list} things="security events" reason={getErrorMessage(list.error)}>
      {(page) =>
        page.events.length === 0 ? (
          <EmptyState
            title="No security events found"
            action={<Button onClick={() => onSearchChange({ period: 'all' })}>Show all events</Button>}
          />
        ) : (
          <>
            <SecurityRows
              events={page.events}
              isStale={list.isPlaceholderData}
              isDay={getPeriod(search) === 'day'}
            />
            <PageButtons
              data={page}
              onPageChange={(turn) => onSearchChange({ ...toFirstPage(search), ...turn })}
            >
              {page.from}–{page.from + page.events.length - 1}
            </PageButtons>
          </>
        )
      }
    </LoadedList>
  )
}

function SecurityRows({
  events,
  isStale,
  isDay,
}: {
  events: readonly SecurityEntry[]
  isStale: boolean
  isDay: boolean
}) {
  const zone = useReaderZone() ?? 'UTC'
  return (
    <ListBody isStale={isStale} data-client-links>
      <Table
        label="Security events, table"
        stacked
        className={styles.table}
        columns={['Time', 'Person', 'Event', 'Device', 'Network', 'Result']}
      >
        {events.map((event) => (
          <tr key={event.id} data-row>
            <td className="muted">
              <time dateTime={event.at}>
                {isDay
                  ? `${formatClock(event.at, zone)}:${event.at.slice(17, 19)}`
                  : formatShort(event.at, zone)}
              </time>
            </td>
            <td>
              {event.person === null ? (
                <b className="bold">Unknown</b>
              ) : (
                <a href={`/admin/security?person=${event.person.id}`}>
                  <b className="bold">{event.person.name}</b>
                  <span className={styles.secondLine}>{event.person.email}</span>
                </a>
              )}
            </td>
            <td>
              {event.title}
              <span className={styles.secondLine}>{event.facts}</span>
            </td>
            <td className="muted">{event.by === null ? event.device : `By ${event.by}`}</td>
            <td className="muted">{[event.country, event.ip].filter(Boolean).join(' · ')}</td>
            <td>
              <ResultBadge event={event} />
            </td>
          </tr>
        ))}
      </Table>
    </ListBody>
  )
}

function ResultBadge({ event: { family, isNewDevice, isBlocked } }: { event: SecurityEntry }) {
  if (isNewDevice) return <Badge tone="orange">New device</Badge>
  if (isBlocked) return <Badge tone="red">Blocked</Badge>
  if (family === 'failed') return <Badge tone="red">Failed</Badge>
  if (family === 'roles') return <Badge tone="blue">Role</Badge>
  return family === 'sign_ins' || family === 'api_keys' ? null : <Badge>Change</Badge>
}
