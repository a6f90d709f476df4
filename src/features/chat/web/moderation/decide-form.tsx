import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { Icon } from '~/design/icon'
import { RadioCards } from '~/design/radio-cards'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import type { CaseDetail } from '../../contract-shapes'
import { REASON_MAX } from '../../rules/chat-limits'
import { type DecisionDraft, isMuting } from './decision-draft'
import { useDecideCase, usePassCaseToAdmin } from './use-case-changes'
import { decisionLabels, muteOptions, parseMuteChoice, formatReasonLabel } from './moderation-labels'
import styles from './moderation.module.css'

type DecideFormProps = {
  found: CaseDetail
  isAdmin: boolean
  draft: DecisionDraft
  onDraft: (draft: DecisionDraft) => void
  onDone: () => void
  take: ReactNode
}

export function DecideForm({ found, isAdmin, draft, onDraft, onDone, take }: DecideFormProps) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  const decide = useDecideCase(found, onDone)
  const pass = usePassCaseToAdmin(found, onDone)
  const decision = found.options.find((option) => option === draft.decision)
  const reason = draft.reason.trim()

  function submit(): void {
    setIsSubmitted(true)
    if (decision && reason !== '') decide.mutate({ decision, mute: draft.mute, reason })
  }

  return (
    <Form
      className={classNames('stack', styles.decision)}
      isBusy={decide.isPending || pass.isPending}
      onSubmit={submit}
    >
      <div className="field" data-invalid={isSubmitted && !decision ? '' : undefined}>
        <span className="label" aria-hidden="true">
          Decision
        </span>
        <RadioCards
          legend="Decision"
          hideLegend
          className={styles.options}
          value={decision}
          onValueChange={(next) => onDraft({ ...draft, decision: next })}
          options={found.options.map((value) => ({
            value,
            label: decisionLabels[value].label,
            description: describeDecision(value, found),
          }))}
        />
        {isSubmitted && !decision && (
          <p className="field-error" role="alert">
            <Icon of={TriangleAlert} />
            Choose a decision.
          </p>
        )}
      </div>
      <div className="columns-2">
        {isMuting(decision) && (
          <SelectField
            label="Mute for"
            help="In every room."
            options={muteOptions}
            value={draft.mute}
            onChange={(event) => onDraft({ ...draft, mute: parseMuteChoice(event.target.value) })}
          />
        )}
        <TextField
          label={formatReasonLabel(isNotified(found, decision) ? found.person?.name : undefined)}
          error={isSubmitted && reason === '' ? 'Enter a reason.' : undefined}
          maxLength={REASON_MAX}
          autoComplete="off"
          value={draft.reason}
          onChange={(event) => onDraft({ ...draft, reason: event.target.value })}
        />
      </div>
      <div className={classNames('row wrap', styles.actions)}>
        <Button variant="primary" type="submit" busy={decide.isPending && 'Deciding'}>
          Decide and open next
        </Button>
        {!isAdmin && (
          <Button variant="ghost" busy={pass.isPending && 'Passing'} onClick={() => pass.mutate()}>
            Pass to an admin
          </Button>
        )}
        {take}
      </div>
    </Form>
  )
}

/** Returns whether the reported person is notified of the decision, with the reason. */
function isNotified({ person }: CaseDetail, decision: DecisionDraft['decision']): boolean {
  return person !== null && decision !== undefined && decision !== 'nothing'
}

/** A ban also hides the reported message. */
function describeDecision(decision: CaseDetail['options'][number], { quote }: CaseDetail): string {
  const { about } = decisionLabels[decision]
  return decision === 'ban' && quote && !quote.isRemoved ? `${about}. Also hides the message` : about
}
