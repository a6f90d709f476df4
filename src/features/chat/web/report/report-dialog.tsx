import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Checkbox } from '~/design/checkbox'
import { Dialog, DialogClose } from '~/design/dialog'
import { Note } from '~/design/note'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { formatClock, formatShort, isoDay } from '~/lib/time'
import { useReaderZone } from '~/design/use-reader-zone'
import { REPORT_NOTE_MAX, type ReportReason } from '../../rules/chat-limits'
import { shownName } from '../../rules/shown-name'
import { firstNameOf } from '../moderation/words'
import { chat } from '../queries'
import { createTabTexts } from '../outbox/tab-texts'
import { ReasonChoice } from './reason-choice'
import './report.css'

type ReportDraft = { reason: ReportReason | undefined; note: string; hidesPerson: boolean }

const empty: ReportDraft = { reason: undefined, note: '', hidesPerson: false }
// The dialog leaves the page when it closes, what was written in it does not.
const drafts = createTabTexts<ReportDraft>()

type QuotedMessage = {
  kind: 'message'
  messageId: string
  text: string
  /** ISO */
  at: string
  /** Null: the account is gone. */
  senderName: string | null
  /** Null: a conversation of two. */
  roomName: string | null
}

export type ReportAbout = QuotedMessage | { kind: 'person'; personId: string; name: string }

type ReportDialogProps = { about: ReportAbout; open: boolean; onClose: () => void }

/** Tells the moderators of a message or a person. What was written stays when it failed, or when the dialog closes. */
export default function ReportDialog({ about, open, onClose }: ReportDialogProps) {
  const [{ reason, note, hidesPerson }, setDraft, forgetDraft] = useReportDraft(
    about.kind === 'person' ? about.personId : about.messageId,
  )
  const [isAsked, setIsAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const queryClient = useQueryClient()
  const name = about.kind === 'person' ? about.name : about.senderName
  const first = name ? firstNameOf(name) : undefined
  const left = REPORT_NOTE_MAX - note.trim().length

  const report = useMutation({
    mutationFn: (chosen: ReportReason) =>
      chat.moderation.report.call({
        about:
          about.kind === 'person'
            ? { kind: 'person', personId: about.personId }
            : { kind: 'message', messageId: about.messageId },
        reason: chosen,
        note: note.trim(),
        hidePerson: hidesPerson && name !== null,
      }),
    onSuccess: () => {
      notify.success('Reported. A moderator will look at it.')
      if (hidesPerson) void queryClient.invalidateQueries({ queryKey: chat.rooms.key() })
      forgetDraft()
      setIsAsked(false)
      onClose()
    },
  })
  const send = () => {
    if (report.isPending || left < 0) return
    setIsAsked(true)
    if (reason) report.mutate(reason)
    else form.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={about.kind === 'person' ? `Report ${about.name || 'this person'}` : 'Report this message'}
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={report.isPending && 'Reporting'}>
            Report
          </Button>
        </>
      }
    >
      {about.kind === 'message' && <MessageQuote message={about} />}
      <form
        id={formId}
        ref={form}
        className="report-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog may stand in a form of the page.
          event.stopPropagation()
          send()
        }}
      >
        <ReasonChoice
          legend={about.kind === 'person' ? 'What is wrong' : 'What is wrong with it'}
          value={reason}
          onChange={(chosen) => setDraft({ reason: chosen })}
          error={isAsked && !reason ? 'Say what is wrong.' : undefined}
        />
        <TextArea
          label="Tell us more"
          labelEnd={left < 100 ? `${left} left` : 'Optional'}
          help={`Moderators see your name. ${first ?? 'The sender'} doesn’t.`}
          error={left < 0 ? `Use at most ${REPORT_NOTE_MAX} characters.` : undefined}
          rows={2}
          value={note}
          onChange={(event) => setDraft({ note: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
          }}
        />
        {name !== null && (
          <Checkbox
            checked={hidesPerson}
            onChange={(event) => setDraft({ hidesPerson: event.target.checked })}
          >
            Hide {first ? `${first}’s` : 'their'} messages from me too
          </Checkbox>
        )}
      </form>
      {report.isError && (
        <Note tone="red" icon={TriangleAlert} role="alert">
          {errorMessage(report.error)}
        </Note>
      )}
    </Dialog>
  )
}

/** `Marco Tiele in Deep end, 21:31`, and what they said. */
function MessageQuote({ message }: { message: QuotedMessage }) {
  const zone = useReaderZone()
  return (
    <div className="report-quote">
      <p className="small">
        <b className="b">{shownName(message.senderName)}</b>
        {message.roomName !== null && ` in ${message.roomName}`}
        {zone && `, ${momentWords(message.at, zone)}`}
      </p>
      <p>{message.text}</p>
    </div>
  )
}

/** The time alone is enough today. */
function momentWords(at: string, zone: string): string {
  return isoDay(at, zone) === isoDay(new Date(), zone) ? formatClock(at, zone) : formatShort(at, zone)
}

/** What was written about this message or person so far, how to change it, and how to forget it once it was sent. */
function useReportDraft(
  about: string,
): [draft: ReportDraft, change: (part: Partial<ReportDraft>) => void, forget: () => void] {
  const [kept, setKept] = useState({ about, draft: drafts.get(about) ?? empty })
  const draft = kept.about === about ? kept.draft : (drafts.get(about) ?? empty)
  const change = (part: Partial<ReportDraft>) => {
    const next = { ...draft, ...part }
    drafts.set(about, next)
    setKept({ about, draft: next })
  }
  const forget = () => {
    drafts.delete(about)
    setKept({ about, draft: empty })
  }
  return [draft, change, forget]
}
