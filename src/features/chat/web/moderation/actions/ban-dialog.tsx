import { shownName } from '../../../rules/shown-name'
import { chat } from '../../queries'
import { type DialogState, WhyDialog } from './why-dialog'

type BanDialogProps = DialogState & {
  person: { id: string; name: string }
  room: { id: string; name: string }
}

export default function BanDialog({ person, room, ...state }: BanDialogProps) {
  const name = shownName(person.name)
  return (
    <WhyDialog
      {...state}
      title={`Ban ${name} from ${room.name}`}
      description="They leave the room immediately and can’t find it until the ban is lifted. Their messages stay."
      reader={name}
      confirmLabel="Ban"
      busy="Banning"
      danger
      run={async (why) => {
        await chat.moderation.ban.call({ roomId: room.id, personId: person.id, why })
        return `${name} is banned from ${room.name}`
      }}
    />
  )
}
