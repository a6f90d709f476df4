import { classNames } from '~/design/class-names'
import { Blocks } from '~/design/blocks'
import { Skeleton } from '~/design/skeleton'
import { formatCount } from '~/lib/count'
import type { TreeBranch } from '../../contract-tree'
import { PauseButtons } from './pause-buttons'
import styles from './tree.module.css'

/** One block per member; in a large branch, one per 1/32 of it. */
const MAX_BLOCKS = 32

type BranchPanelProps = {
  personId: string | undefined
  branch: TreeBranch | undefined
  isOnPersonPage?: boolean
}

export function BranchPanel({ personId, branch, isOnPersonPage = false }: BranchPanelProps) {
  return (
    <aside className={classNames('panel padded', styles.branch)} aria-label="Branch">
      {personId === undefined && (
        <p className="muted">Select a person in the tree to see the figures of their branch.</p>
      )}
      {personId !== undefined && !branch && (
        <div aria-busy="true" className="stack">
          <Skeleton height="1.5rem" width="70%" />
          <Skeleton height="14rem" />
        </div>
      )}
      {branch && (
        <>
          <h2 className="title-3">{branch.person.name}’s branch</h2>
          <BranchFigures branch={branch} isOnPersonPage={isOnPersonPage} />
        </>
      )}
    </aside>
  )
}

export function BranchFigures(props: { branch: TreeBranch; isOnPersonPage?: boolean }) {
  const { branch, isOnPersonPage = false } = props
  const { members, activeThisMonth } = branch
  const figures: readonly (readonly [string, number])[] = [
    ['Members', members],
    ['Active this month', activeThisMonth],
    ['Verified', branch.verified],
    ['Suspended', branch.suspended],
    ['Reports against', branch.reportsAgainst],
    ['Open codes', branch.openCodes],
  ]
  const total = Math.min(members, MAX_BLOCKS)
  const activeText = `${formatCount(activeThisMonth)} of ${formatCount(members)} active`
  return (
    <div className={styles.figures}>
      <dl className="fact-list">
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <Blocks
        filled={members === 0 ? 0 : (activeThisMonth / members) * total}
        total={total}
        label={activeText}
        color="var(--chart-1)"
      />
      <p className={classNames('small muted', styles.activeCount)} aria-hidden="true">
        {activeText}
      </p>
      <PauseButtons branch={branch} />
      {!isOnPersonPage && (
        <p className={styles.personPage}>
          <a className="link small" href={`/admin/users/${branch.person.id}`}>
            Open {branch.person.name}’s page
          </a>
        </p>
      )}
    </div>
  )
}
