import { shownName } from '../../../rules/shown-name'
import { chat } from '../../queries'
import { type DialogState, WhyDialog } from './why-dialog'

type HideMessageDialogProps = DialogState & {
  message: { id: string; senderName: string | null; isHidden: boolean }
}

export default function HideMessageDialog({ message, ...state }: HideMessageDialogProps) {
  const { id: messageId, isHidden } = message
  const name = shownName(message.senderName)
  const run = async (why: string) => {
    await chat.moderation.hideMessage.call({ messageId, isHidden: !isHidden, why })
    return isHidden ? 'Message shown again' : 'Message hidden'
  }
  return isHidden ? (
    <WhyDialog
      {...state}
      title="Show this message again"
      description="Everyone in the room can read it again."
      confirmLabel="Show message"
      busy="Showing"
      run={run}
    />
  ) : (
    <WhyDialog
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
