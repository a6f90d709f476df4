import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { formatCount } from '~/lib/count'
import { errorMessage } from '~/platform/rpc/errors'
import type { TreeBranch } from '../../contract-tree'
import { invitations } from '../queries'
import styles from './tree.module.css'

export function PauseButtons({ branch }: { branch: TreeBranch }) {
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

type PauseDialogProps = { kind: 'pause' | 'resume'; branch: TreeBranch; onClose: () => void }

function PauseDialog({ kind, branch, onClose }: PauseDialogProps) {
  const queryClient = useQueryClient()
  const { id, name } = branch.person
  const isPause = kind === 'pause'
  const change = useMutation({
    mutationFn: () => invitations.tree[kind].call({ personId: id }),
    onSuccess: ({ people }) => notify.success(describeResult(isPause, people)),
    onError: (error) => notify.error(`Failed to ${kind} codes`, { detail: errorMessage(error) }),
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

function describeResult(isPause: boolean, people: number): string {
  if (people === 0)
    return isPause ? 'All codes in this branch were already paused' : 'No codes in this branch were paused'
  const subject = people === 1 ? 'one person' : `${formatCount(people)} people`
  return isPause ? `Codes of ${subject} are paused` : `Codes of ${subject} work again`
}
