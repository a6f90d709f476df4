import { formatName } from '../../../rules/format-name'
import { chat } from '../../queries'
import { type DialogState, ReasonDialog } from './reason-dialog'

type HideMessageDialogProps = DialogState & {
  message: { id: string; senderName: string | null; isHidden: boolean }
}

export default function HideMessageDialog({ message, ...state }: HideMessageDialogProps) {
  const { id: messageId, isHidden } = message
  const name = formatName(message.senderName)
  const run = async (reason: string) => {
    await chat.moderation.hideMessage.call({ messageId, isHidden: !isHidden, reason: reason })
    return isHidden ? 'Message shown again' : 'Message hidden'
  }
  return isHidden ? (
    <ReasonDialog
      {...state}
      title="Show this message again"
      description="Everyone in the room can read it again."
      confirmLabel="Show message"
      busy="Showing"
      run={run}
    />
  ) : (
    <ReasonDialog
      {...state}
      title="Hide this message"
      description={`No one in the room can read what ${name} wrote. You can show it again later.`}
      reader={message.senderName === null ? undefined : name}
      confirmLabel="Hide message"
      busy="Hiding"
      danger
      run={run}
    />
  )
}
