import { Link } from '@react-email/components'
import { emailMuted } from './email-palette'

/** Footer link of an optional email, to a page that asks for confirmation. `noun` completes "Stop emails about". */
export function UnsubscribeLink({ link, noun }: { link: string; noun: string }) {
  return (
    <Link href={link} style={{ color: emailMuted, textDecoration: 'underline' }}>
      Stop emails about {noun}
    </Link>
  )
}
