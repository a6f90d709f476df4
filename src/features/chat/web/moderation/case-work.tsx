import { Hand } from 'lucide-react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { formatName } from '../../rules/format-name'
import type { CaseDetail } from '../../contract-shapes'
import { DecideForm } from './decide-form'
import type { DecisionDraft } from './decision-draft'
import type { Moderator } from './moderator'
import { useTakeCase } from './use-case-changes'
import styles from './moderation.module.css'

type CaseWorkProps = {
  found: CaseDetail
  me: Moderator
  draft: DecisionDraft
  onDraft: (draft: DecisionDraft) => void
  onDone: () => void
}

export function CaseWork({ found, me, draft, onDraft, onDone }: CaseWorkProps) {
  const take = useTakeCase(found)
  const { takenBy } = found
  if (found.isPassedToAdmin && !me.isAdmin)
    return (
      <Note className={styles.notice} icon={Hand}>
        This report was passed to an admin.
      </Note>
    )
  if (takenBy && takenBy.id !== me.id)
    return (
      <Note className={styles.notice} icon={Hand}>
        <p>{formatName(takenBy.name)} is working on this report.</p>
        <Button
          size="sm"
          busy={take.isPending && 'Taking'}
          onClick={() => take.mutate({ isTaken: true, from: takenBy.id })}
        >
          Take over report
        </Button>
      </Note>
    )
  const isMine = takenBy !== null
  return (
    <DecideForm
      found={found}
      isAdmin={me.isAdmin}
      draft={draft}
      onDraft={(next) => {
        // The first choice takes the case, so that other moderators see it.
        if (!isMine && !take.isPending && next.decision !== draft.decision) take.mutate({ isTaken: true })
        onDraft(next)
      }}
      onDone={onDone}
      take={
        <Button
          variant="ghost"
          busy={take.isPending && (isMine ? 'Releasing' : 'Taking')}
          onClick={() => take.mutate({ isTaken: !isMine })}
        >
          {isMine ? 'Release report' : 'Take report'}
        </Button>
      }
    />
  )
}
