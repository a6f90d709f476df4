import { Link } from '@react-email/components'
import { emailMuted } from './email-palette'

/** At the foot of an email that people may do without: where it leads asks once more. `noun` follows "Stop emails about". */
export function UnsubscribeLink({ link, noun }: { link: string; noun: string }) {
  return (
    <Link href={link} style={{ color: emailMuted, textDecoration: 'underline' }}>
      Stop mails about {noun}
    </Link>
  )
}
