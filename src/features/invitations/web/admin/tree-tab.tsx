import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { Dialog } from '~/design/dialog'
import { ListSearch } from '~/design/list-search'
import { formatCount } from '~/lib/count'
import type { TreeSummary } from '../../contract-tree'
import { branchQuery, childrenQuery, treeSummaryQuery } from '../queries'
import { BranchFigures, BranchPanel } from '../tree/branch-panel'
import { MemberTree } from '../tree/member-tree'
import { TreeSearchResults } from '../tree/tree-search-results'
import type { InvitationsSearch } from './invitations-search'
import { useLoadFailure } from './use-load-failure'
import { FailedList } from './list-placeholders'
import treeStyles from '../tree/tree.module.css'
import styles from './invitations.module.css'

type TreeTabProps = {
  search: InvitationsSearch
  onSearchChange: (search: InvitationsSearch, isStep: boolean) => void
}

export function TreeTab({ search, onSearchChange }: TreeTabProps) {
  const { q, person } = search
  const { data: summary } = useQuery(treeSummaryQuery())
  const roots = useInfiniteQuery(childrenQuery(null))
  useLoadFailure(roots.isError && roots.data === undefined, roots.error)
  const { data } = useQuery({ ...branchQuery(person ?? ''), enabled: person !== undefined })
  // While the branch of a newly selected person loads, the query still has the data of the previous person; ignore
  // it.
  const branch = data?.person.id === person ? data : undefined
  const [sought, setSought] = useState(person)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const select = (personId: string) => {
    onSearchChange({ tab: 'tree', q, person: personId }, false)
    // On narrow screens the panel is below the tree, so it opens as a sheet.
    if (window.matchMedia('(max-width: 63.9375em)').matches) setIsSheetOpen(true)
  }
  const find = (personId: string) => {
    setSought(personId)
    onSearchChange({ tab: 'tree', person: personId }, true)
  }
  const path = branch === undefined ? [] : [...branch.path, branch.person]
  if (roots.isError && roots.data === undefined)
    return <FailedList error={roots.error} onRetry={() => void roots.refetch()} />
  return (
    <>
      <div className={classNames('row between wrap', styles.treeBar)}>
        <ListSearch
          className={styles.search}
          label="Find a member"
          placeholder="Find a member"
          q={q}
          onSettled={(text) => onSearchChange({ tab: 'tree', q: text, person }, false)}
        />
        {summary && <p className="small faint">{describeSummary(summary)}</p>}
      </div>
      {q !== undefined && <TreeSearchResults q={q} onChoose={find} />}
      <div className={treeStyles.columns}>
        <MemberTree
          selected={person}
          path={path}
          sought={sought}
          onFound={() => setSought(undefined)}
          onSelect={select}
          onOpenCodes={(name) => onSearchChange({ status: 'pending', q: name }, true)}
        />
        <BranchPanel personId={person} branch={branch} />
      </div>
      {isSheetOpen && branch && (
        <Dialog open onOpenChange={setIsSheetOpen} title={`${branch.person.name}’s branch`}>
          <BranchFigures branch={branch} />
        </Dialog>
      )}
    </>
  )
}

function describeSummary({ members, levels, longest }: TreeSummary): string {
  const parts = [
    `${formatCount(members)} ${members === 1 ? 'member' : 'members'}`,
    `${levels} ${levels === 1 ? 'level' : 'levels'}`,
    longest && `longest branch starts at ${longest.name ?? 'a deleted account'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
