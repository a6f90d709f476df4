import { Blocks } from '~/design/blocks'
import { Skeleton } from '~/design/skeleton'
import { formatCount } from '~/lib/count'
import type { TreeBranch } from '../../contract-tree'
import { PauseButtons } from './pause-buttons'
import './tree.css'

/** One block for each member, and for a large branch one for each 32nd part of it. */
const MOST_BLOCKS = 32

type BranchPanelProps = {
  /** Undefined where nobody was chosen. */
  personId: string | undefined
  /** Undefined while it is on its way. */
  branch: TreeBranch | undefined
}

/** What became of whoever stands below one person, they themselves counted. */
export function BranchPanel({ personId, branch }: BranchPanelProps) {
  return (
    <aside className="panel pad brn" aria-label="Branch">
      {personId === undefined && (
        <p className="m2">Choose somebody in the tree to see what became of whom they let in.</p>
      )}
      {personId !== undefined && !branch && (
        <div aria-busy="true" className="stack">
          <Skeleton height="1.5rem" width="70%" />
          <Skeleton height="14rem" />
        </div>
      )}
      {branch && (
        <>
          <h2 className="t3">{branch.person.name}’s branch</h2>
          <BranchFigures branch={branch} />
        </>
      )}
    </aside>
  )
}

export function BranchFigures({ branch }: { branch: TreeBranch }) {
  const { members, activeThisMonth } = branch
  const figures: readonly (readonly [string, number])[] = [
    ['Members', members],
    ['Active this month', activeThisMonth],
    ['Verified', branch.verified],
    ['Suspended', branch.suspended],
    ['Reports against', branch.reportsAgainst],
    ['Open codes', branch.openCodes],
  ]
  const total = Math.min(members, MOST_BLOCKS)
  const words = `${formatCount(activeThisMonth)} of ${formatCount(members)} active`
  return (
    <div className="brn-body">
      <dl className="dl">
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
        label={words}
        colour="var(--chart-1)"
      />
      <p className="small m2 brn-sum" aria-hidden="true">
        {words}
      </p>
      <PauseButtons branch={branch} />
      <p className="brn-page">
        <a className="link small" href={`/admin/users/${branch.person.id}`}>
          Open {branch.person.name}’s page
        </a>
      </p>
    </div>
  )
}
