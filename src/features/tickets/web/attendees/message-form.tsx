import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useKeptDraft } from '~/design/use-kept-draft'
import { countOf } from '~/lib/count-of'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { PeopleOverview } from '../../contract-attendees'
import { MESSAGE_BODY_MOST, MESSAGE_SUBJECT_MOST, MESSAGES_A_DAY } from '../../rules/holder-message'
import { ticketsClient } from '../queries'
import { reachQuery } from './attendees-queries'

const blank = { subject: '', body: '', ticketTypeId: '', clientKey: '' }

type MessageFormProps = { eventId: string; overview: PeopleOverview; leftToday: number | undefined }

/** What is typed stays with the tab until it has gone out. */
export function MessageForm({ eventId, overview, leftToday }: MessageFormProps) {
  const { draft = blank, keep, drop } = useKeptDraft(`message:${eventId}`, blank)
  const [isAsked, setIsAsked] = useState(false)
  const [isSure, setIsSure] = useState(false)
  const queryClient = useQueryClient()
  const { data: reach } = useQuery(reachQuery(eventId, draft.ticketTypeId))
  const send = useMutation({
    ...ticketsClient.messages.send.mutationOptions(),
    onSuccess: ({ recipients }) => {
      notify.success(`On its way to ${countOf(recipients, 'person', 'people')}.`)
      drop()
      setIsAsked(false)
    },
    onSettled: () => {
      setIsSure(false)
      return queryClient.invalidateQueries({ queryKey: ticketsClient.messages.key() })
    },
  })
  // Another message is another key; the same one, sent again, goes out once.
  const change = (fields: Partial<typeof blank>) =>
    keep({ ...draft, ...fields, clientKey: crypto.randomUUID() })
  const said = fieldErrors(send.error)
  const isEmpty = { subject: draft.subject.trim() === '', body: draft.body.trim() === '' }
  const people = reach?.people
  const isOff = leftToday === 0 || people === 0
  function ask(): void {
    setIsAsked(true)
    if (!isEmpty.subject && !isEmpty.body) setIsSure(true)
  }
  return (
    <form
      noValidate
      className="stack pe-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOff) ask()
      }}
    >
      <SelectField
        label="To"
        value={draft.ticketTypeId}
        options={[
          { value: '', label: 'Everybody who holds a ticket' },
          ...overview.types.map(({ id, name }) => ({ value: id, label: `${name} only` })),
        ]}
        help={people === undefined ? ' ' : reachWords(people)}
        onChange={(event) => change({ ticketTypeId: event.target.value })}
      />
      <TextField
        label="Subject"
        maxLength={MESSAGE_SUBJECT_MOST}
        autoComplete="off"
        help={`Arrives as “${overview.event.title}: ${draft.subject.trim() || '…'}”`}
        value={draft.subject}
        error={isAsked && isEmpty.subject ? 'Enter a subject.' : said['subject']}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextArea
        label="Message"
        rows={9}
        maxLength={MESSAGE_BODY_MOST}
        help="Plain words. An empty line parts paragraphs, and addresses become links. Answers do not reach you and your address is not shown: write one down if you want to be asked."
        value={draft.body}
        error={isAsked && isEmpty.body ? 'Enter a message.' : said['body']}
        onChange={(event) => change({ body: event.target.value })}
      />
      {send.isError && Object.keys(said).length === 0 && (
        <p className="err" role="alert">
          {errorMessage(send.error)}
        </p>
      )}
      <div className="row wrapf">
        <Button type="submit" variant="primary" icon={Send} aria-disabled={isOff || undefined}>
          Send…
        </Button>
        <output className="small m3">{leftToday !== undefined && leftWords(leftToday)}</output>
      </div>
      <ConfirmDialog
        open={isSure}
        onOpenChange={setIsSure}
        title={`Write to ${countOf(people ?? 0, 'person', 'people')}?`}
        description={`“${draft.subject.trim()}” goes out at once and cannot be called back.`}
        confirmLabel="Send"
        cancelLabel="Not yet"
        danger={false}
        busy={send.isPending && 'Sending'}
        onConfirm={() =>
          send.mutate({
            eventId,
            subject: draft.subject.trim(),
            body: draft.body.trim(),
            clientKey: draft.clientKey,
            ...(draft.ticketTypeId && { ticketTypeId: draft.ticketTypeId }),
          })
        }
      />
    </form>
  )
}

function reachWords(people: number): string {
  if (people === 0) return 'Nobody holds such a ticket yet.'
  return `${countOf(people, 'person', 'people')}, one mail for each address.`
}

function leftWords(left: number): string {
  if (left === 0) return `${MESSAGES_A_DAY} went out within a day. Write again tomorrow.`
  return `${left} of ${MESSAGES_A_DAY} left today`
}
