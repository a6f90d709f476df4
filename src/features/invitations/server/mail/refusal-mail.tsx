import { useHouseName } from '~/design/house-name'
import { MailLayout } from '~/design/mail/mail-layout'

export function refusalSubject(house: string): string {
  return `Your request to join ${house}`
}

/** Sent only where there is something to say; the words are the admin's own. */
export function RefusalMail({ words }: { words: string }) {
  const house = useHouseName()
  return (
    <MailLayout
      preview="An answer to your request."
      stock="bone"
      headline="Not this time."
      lead={`“${words}”`}
      reason={`You asked to be let in at ${house}. You can ask again whenever something has changed.`}
    />
  )
}
