import { formatName } from '../../../rules/format-name'
import { chat } from '../../queries'
import { type DialogState, ReasonDialog } from './reason-dialog'

type BanDialogProps = DialogState & {
  person: { id: string; name: string }
  room: { id: string; name: string }
}

export default function BanDialog({ person, room, ...state }: BanDialogProps) {
  const name = formatName(person.name)
  return (
    <ReasonDialog
      {...state}
      title={`Ban ${name} from ${room.name}`}
      description="They leave the room immediately and can’t find it until the ban is lifted. Their messages stay."
      reader={name}
      confirmLabel="Ban"
      busy="Banning"
      danger
      run={async (reason) => {
        await chat.moderation.ban.call({ roomId: room.id, personId: person.id, reason: reason })
        return `${name} is banned from ${room.name}`
      }}
    />
  )
}
