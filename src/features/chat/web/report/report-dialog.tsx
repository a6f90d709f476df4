import { useQueryClient } from '@tanstack/react-query'
import { Checkbox } from '~/design/checkbox'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { useForm } from '~/platform/rpc/use-form'
import { formatClock, formatShort, formatIsoDay } from '~/lib/time'
import { useReaderZone } from '~/design/use-reader-zone'
import { REPORT_NOTE_MAX, type ReportReason, REPORT_REASONS } from '../../rules/chat-limits'
import { formatName } from '../../rules/format-name'
import { getFirstName, reasonLabels } from '../moderation/moderation-labels'
import { chat } from '../queries'
import { createTabDrafts, useTabDraft } from '../outbox/tab-drafts'
import styles from './report.module.css'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { RadioMark } from '~/design/radio-cards'

type ReasonChoiceProps = {
  legend: string
  value: ReportReason | undefined
  onChange: (reason: ReportReason) => void
  error: string | undefined
}

type ReportDraft = { reason: ReportReason | undefined; note: string; hidesPerson: boolean }

const empty: ReportDraft = { reason: undefined, note: '', hidesPerson: false }
// The dialog unmounts when it closes, so its unsent text is stored here.
const drafts = createTabDrafts<ReportDraft>()

type QuotedMessage = {
  kind: 'message'
  messageId: string
  text: string
  at: string
  /** Null if the sender's account was deleted. */
  senderName: string | null
  /** Null for a message in a direct conversation. */
  roomName: string | null
}

export type ReportAbout = QuotedMessage | { kind: 'person'; personId: string; name: string }

type ReportDialogProps = { about: ReportAbout; open: boolean; onClose: () => void }

export default function ReportDialog({ about, open, onClose }: ReportDialogProps) {
  const queryClient = useQueryClient()
  const name = about.kind === 'person' ? about.name : about.senderName
  const first = name ? getFirstName(name) : undefined
  const subject =
    about.kind === 'person'
      ? { kind: about.kind, personId: about.personId }
      : { kind: about.kind, messageId: about.messageId }
  const form = useForm({
    blank: empty,
    stored: useTabDraft(drafts, subject.kind === 'person' ? subject.personId : subject.messageId, empty),
    parse: ({ reason, note }) => ({
      problems: { reason: reason ? undefined : 'Choose a reason.', note: findLengthProblem(note) },
      input: reason,
    }),
    send: (reason, { note, hidesPerson }) =>
      chat.moderation.report.call({
        about: subject,
        reason,
        note: note.trim(),
        hidePerson: hidesPerson && name !== null,
      }),
    onDone: (_, { hidesPerson }) => {
      notify.success('Reported. A moderator will look at it.')
      if (hidesPerson) void queryClient.invalidateQueries({ queryKey: chat.rooms.key() })
      onClose()
    },
  })
  const { reason, note, hidesPerson } = form.values
  const left = REPORT_NOTE_MAX - note.trim().length
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={about.kind === 'person' ? `Report ${about.name || 'this person'}` : 'Report this message'}
      actionLabel="Report"
      busy={form.isSending && 'Reporting'}
      onSubmit={form.submit}
      above={about.kind === 'message' && <MessageQuote message={about} />}
      below={<FormError isNote text={form.sentence} />}
    >
      <ReasonChoice
        legend={about.kind === 'person' ? 'What’s wrong' : 'What’s wrong with this message'}
        value={reason}
        onChange={(chosen) => form.set({ reason: chosen })}
        error={form.problems['reason']}
      />
      <TextArea
        label="Tell us more"
        labelEnd={left < 100 ? `${left} left` : 'Optional'}
        help={`Moderators see your name. ${first ?? 'The sender'} doesn’t.`}
        rows={2}
        {...form.text('note')}
        error={findLengthProblem(note)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.submit()
        }}
      />
      {name !== null && (
        <Checkbox checked={hidesPerson} onChange={(event) => form.set({ hidesPerson: event.target.checked })}>
          Hide {first ? `${first}’s` : 'their'} messages from me too
        </Checkbox>
      )}
    </FormDialog>
  )
}

const findLengthProblem = (note: string) =>
  note.trim().length > REPORT_NOTE_MAX ? `Use at most ${REPORT_NOTE_MAX} characters.` : undefined

/** Shows `Marco Tiele in Deep end, 21:31`, and the message's text. */
function MessageQuote({ message }: { message: QuotedMessage }) {
  const zone = useReaderZone()
  return (
    <div className={styles.quote}>
      <p className="small">
        <b className="bold">{formatName(message.senderName)}</b>
        {message.roomName !== null && ` in ${message.roomName}`}
        {zone && `, ${formatMoment(message.at, zone)}`}
      </p>
      <p>{message.text}</p>
    </div>
  )
}

/** Formats the time of the reported message; leaves out the date if it is today. */
function formatMoment(at: string, zone: string): string {
  return formatIsoDay(at, zone) === formatIsoDay(new Date(), zone)
    ? formatClock(at, zone)
    : formatShort(at, zone)
}

/** Native radios: arrow keys choose, Tab leaves the group. */
function ReasonChoice({ legend, value, onChange, error }: ReasonChoiceProps) {
  const id = useId()
  return (
    <fieldset
      className="field"
      data-invalid={error ? '' : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={classNames('label', styles.legend)}>{legend}</legend>
      {REPORT_REASONS.map((reason) => (
        <label key={reason} className={styles.reason}>
          <input
            type="radio"
            className="visually-hidden"
            name={id}
            value={reason}
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          <RadioMark />
          {reasonLabels[reason]}
        </label>
      ))}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          <Icon of={TriangleAlert} />
          {error}
        </p>
      )}
    </fieldset>
  )
}
