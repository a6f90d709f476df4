import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { LoadedList, PageButtons } from '~/design/list-sections'
import { ListSearch } from '~/design/list-search'
import { SelectField } from '~/design/select-field'
import { useReaderZone } from '~/design/use-reader-zone'
import { toFirstPage } from '~/lib/search-parameters'
import { getErrorMessage } from '~/platform/rpc/errors'
import { AuditTable } from './audit-table'
import { AUDIT_FAMILIES, AUDIT_PERIODS } from '../../rules/audit-filters'
import { type AuditSearch, getExportPath, getPeriod, readAuditSearch } from './audit-search'
import { formatEntryCount, familyLabels, periodLabels } from './audit-labels'
import { auditCountsQuery, auditQuery } from './queries'
import styles from './audit.module.css'

type AuditPageProps = {
  search: AuditSearch
  /** With `typed`, the browser history entry is replaced, so that Back undoes a whole search. */
  onSearchChange: (search: AuditSearch, how?: 'typed') => void
}

export function AuditPage({ search, onSearchChange }: AuditPageProps) {
  const change = (part: Record<string, unknown>) =>
    onSearchChange(readAuditSearch({ ...toFirstPage(search), period: getPeriod(search), ...part }))
  return (
    <div data-full-width>
      <div className={classNames('row between wrap', styles.head)}>
        <div>
          <h1 className="title-1">Audit log</h1>
          <p className="muted">Append only: the database refuses to change or delete entries.</p>
        </div>
        <AnchorButton href={getExportPath(search)} download icon={Download}>
          Export<span className="visually-hidden"> search results as CSV</span>
        </AnchorButton>
      </div>
      <div className={styles.filters}>
        <ListSearch
          label="Search the log"
          placeholder="Actor, action or target"
          q={search.q}
          onSettled={(q) => onSearchChange({ ...toFirstPage(search), q }, 'typed')}
        />
        <SelectField
          label="Action"
          hideLabel
          options={[
            { value: '', label: 'All actions' },
            ...AUDIT_FAMILIES.map((value) => ({ value, label: familyLabels[value] })),
          ]}
          value={search.action ?? ''}
          onChange={({ target }) => change({ action: target.value })}
        />
        <SelectField
          label="Period"
          hideLabel
          options={AUDIT_PERIODS.map((value) => ({ value, label: periodLabels[value] }))}
          value={getPeriod(search)}
          onChange={({ target }) => change({ period: target.value })}
        />
      </div>
      <AuditList search={search} onSearchChange={onSearchChange} />
    </div>
  )
}

function AuditList({ search, onSearchChange }: AuditPageProps) {
  const zone = useReaderZone() ?? 'UTC'
  const list = useQuery(auditQuery(search))
  const { data: counts } = useQuery(auditCountsQuery(zone))
  return (
    <LoadedList list={list} things="the audit log" reason={getErrorMessage(list.error)}>
      {(data) => (
        <>
          {search.person !== undefined && (
            <p className={classNames('small muted', styles.note)}>
              Only actions by or on {formatPerson(search.person, data.entries)}.{' '}
              <Button
                variant="ghost"
                size="sm"
                onClick={() => onSearchChange({ q: search.q, action: search.action })}
              >
                Show all people
              </Button>
            </p>
          )}
          {data.isNameTooCommon && (
            <p className={classNames('small muted', styles.note)}>
              Many people have a similar name, so older entries of some may be missing. Enter more of the
              name.
            </p>
          )}
          {data.entries.length === 0 ? (
            <EmptyState
              title="No matching entries"
              action={<Button onClick={() => onSearchChange({ period: 'all' })}>Show all entries</Button>}
            />
          ) : (
            <AuditTable lines={data.entries} isStale={list.isPlaceholderData} />
          )}
          <PageButtons
            data={data}
            onPageChange={(turn) => onSearchChange({ ...toFirstPage(search), ...turn })}
          >
            {formatEntryCount({ search, page: data, counts, zone })}
          </PageButtons>
        </>
      )}
    </LoadedList>
  )
}

/**
 * Returns the name of the person that the log is filtered by, if an entry on this page has it; otherwise `this
 * person`.
 */
function formatPerson(
  id: string,
  entries: readonly { actor: { id: string; name: string } | null }[],
): string {
  return entries.find(({ actor }) => actor?.id === id)?.actor?.name ?? 'this person'
}
