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
import { REPORT_NOTE_MAX, type ReportReason } from '../../rules/chat-limits'
import { firstNameOf } from '../moderation/words'
import { chat } from '../queries'
import { type QuotedMessage, MessageQuote } from './message-quote'
import { ReasonChoice } from './reason-choice'
import { useReportDraft } from './use-report-draft'
import './report.css'

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
