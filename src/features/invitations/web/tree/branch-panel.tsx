import { classNames } from '~/design/class-names'
import { Blocks } from '~/design/blocks'
import { Skeleton } from '~/design/skeleton'
import { formatCount } from '~/lib/count'
import type { TreeBranch } from '../../contract-tree'
import styles from './tree.module.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { invitations } from '../queries'

type PauseDialogProps = { kind: 'pause' | 'resume'; branch: TreeBranch; onClose: () => void }

/** Each block stands for one member or, in a larger branch, for 1/32 of the members. */
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

function PauseButtons({ branch }: { branch: TreeBranch }) {
  const [action, setAction] = useState<'pause' | 'resume'>()
  const { isPaused, paused } = branch
  return (
    <>
      {paused > 0 && (
        <p className={classNames('small muted', styles.paused)}>
          {paused === 1
            ? 'The codes of one person are paused.'
            : `The codes of ${formatCount(paused)} people are paused.`}
        </p>
      )}
      {!isPaused && (
        <Button full onClick={() => setAction('pause')}>
          Pause codes in this branch
        </Button>
      )}
      {paused > 0 && (
        <Button full variant={isPaused ? 'solid' : 'outline'} onClick={() => setAction('resume')}>
          Resume codes in this branch
        </Button>
      )}
      {action && <PauseDialog kind={action} branch={branch} onClose={() => setAction(undefined)} />}
    </>
  )
}

function PauseDialog({ kind, branch, onClose }: PauseDialogProps) {
  const queryClient = useQueryClient()
  const { id, name } = branch.person
  const isPause = kind === 'pause'
  const change = useMutation({
    mutationFn: () => invitations.tree[kind].call({ personId: id }),
    onSuccess: ({ people }) => notify.success(describePauseResult(isPause, people)),
    onError: (error) => notify.error(`Failed to ${kind} codes`, { detail: getErrorMessage(error) }),
    onSettled: async () => {
      onClose()
      await queryClient.invalidateQueries({ queryKey: invitations.key() })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      danger={isPause}
      title={isPause ? `Pause codes in ${name}’s branch?` : `Resume codes in ${name}’s branch?`}
      description={
        isPause
          ? `${describeOpenCodes(branch.openCodes)} can’t be used, and no one in this branch can create new ones, until you resume them. Everyone stays a member. Admins are never paused.`
          : 'Open codes work again, and people in this branch can create new ones.'
      }
      confirmLabel={isPause ? 'Pause codes' : 'Resume codes'}
      busy={change.isPending && (isPause ? 'Pausing' : 'Resuming')}
      onConfirm={() => change.mutate()}
    />
  )
}

function describeOpenCodes(count: number): string {
  if (count === 0) return 'The codes of this branch'
  return count === 1 ? 'The open code' : `The ${formatCount(count)} open codes`
}

function describePauseResult(isPause: boolean, people: number): string {
  if (people === 0)
    return isPause ? 'All codes in this branch were already paused' : 'No codes in this branch were paused'
  const subject = people === 1 ? 'one person' : `${formatCount(people)} people`
  return isPause ? `Codes of ${subject} are paused` : `Codes of ${subject} work again`
}
