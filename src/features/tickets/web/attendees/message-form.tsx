import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Form, FormError } from '~/design/form'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import { pluralize } from '~/lib/pluralize'
import { useForm } from '~/platform/rpc/use-form'
import type { AttendeesOverview } from '../../contract-attendees'
import { MESSAGE_BODY_MOST, MESSAGE_SUBJECT_MOST, MESSAGES_A_DAY } from '../../rules/holder-message'
import { ticketsClient } from '../queries'
import { reachQuery } from './attendees-queries'
import styles from './attendees.module.css'

const blank = { subject: '', body: '', ticketTypeId: '', clientKey: '' }

type MessageFormProps = { eventId: string; overview: AttendeesOverview; leftToday: number | undefined }

/** The form that emails a message to ticket holders, after a confirmation. */
export function MessageForm({ eventId, overview, leftToday }: MessageFormProps) {
  const [isSure, setIsSure] = useState(false)
  const queryClient = useQueryClient()
  const form = useForm({
    blank,
    stored: useStoredDraft(`message:${eventId}`, blank),
    // A new message gets a new key; a retry reuses it and is sent once.
    renew: () => ({ clientKey: crypto.randomUUID() }),
    check: ({ subject, body }) => ({
      subject: subject.trim() === '' ? 'Enter a subject.' : undefined,
      body: body.trim() === '' ? 'Enter a message.' : undefined,
    }),
    send: ({ subject, body, clientKey, ticketTypeId }) =>
      ticketsClient.messages.send.call({
        eventId,
        subject: subject.trim(),
        body: body.trim(),
        clientKey,
        ...(ticketTypeId && { ticketTypeId }),
      }),
    onDone: ({ recipients }) => notify.success(`Sending to ${pluralize(recipients, 'person', 'people')}.`),
    onSettled: () => {
      setIsSure(false)
      return queryClient.invalidateQueries({ queryKey: ticketsClient.messages.key() })
    },
  })
  const { ticketTypeId, subject } = form.values
  const { data: reach } = useQuery(reachQuery(eventId, ticketTypeId))
  const people = reach?.people
  const isOff = leftToday === 0 || people === 0
  return (
    <Form
      className={classNames('stack', styles.form)}
      isBusy={form.isSending}
      isOff={isOff}
      onSubmit={() => setIsSure(form.read() !== undefined)}
    >
      <SelectField
        label="To"
        options={[
          { value: '', label: 'All ticket holders' },
          ...overview.types.map(({ id, name }) => ({ value: id, label: `${name} only` })),
        ]}
        help={people === undefined ? ' ' : describeReach(people)}
        {...form.text('ticketTypeId')}
      />
      <TextField
        label="Subject"
        maxLength={MESSAGE_SUBJECT_MOST}
        autoComplete="off"
        help={`Arrives as “${overview.event.title}: ${subject.trim() || '…'}”`}
        {...form.text('subject')}
      />
      <TextArea
        label="Message"
        rows={9}
        maxLength={MESSAGE_BODY_MOST}
        help="Plain text. An empty line starts a new paragraph, and web addresses become links. Replies don’t reach you and your address isn’t shown: include it if you want replies."
        {...form.text('body')}
      />
      <FormError text={form.sentence} />
      <div className="row wrap">
        <Button type="submit" variant="primary" icon={Send} aria-disabled={isOff || undefined}>
          Send…
        </Button>
        <output className="small faint">{leftToday !== undefined && formatMessagesLeft(leftToday)}</output>
      </div>
      <ConfirmDialog
        open={isSure}
        onOpenChange={setIsSure}
        title={`Send to ${pluralize(people ?? 0, 'person', 'people')}?`}
        description={`“${subject.trim()}” is sent immediately. You can’t undo this.`}
        confirmLabel="Send"
        cancelLabel="Cancel"
        danger={false}
        busy={form.isSending && 'Sending'}
        onConfirm={() => form.submit()}
      />
    </Form>
  )
}

function describeReach(people: number): string {
  if (people === 0) return 'There are no holders of these tickets yet.'
  return `${pluralize(people, 'person', 'people')}, one email for each address.`
}

function formatMessagesLeft(left: number): string {
  if (left === 0) return `You’ve sent ${MESSAGES_A_DAY} messages within a day. Try again tomorrow.`
  return `${left} of ${MESSAGES_A_DAY} left today`
}
