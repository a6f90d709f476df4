import { useHouseName } from '~/design/house-name'
import { EmailLayout } from '~/design/email/email-layout'

export function refusalSubject(house: string): string {
  return `Your request to join ${house}`
}

/** Sent only where there is something to say; the words are the admin's own. */
export function RefusalEmail({ words }: { words: string }) {
  const house = useHouseName()
  return (
    <EmailLayout
      preview="An answer to your request."
      stock="bone"
      headline="Not this time."
      lead={`“${words}”`}
      reason={`You asked to be let in at ${house}. You can ask again whenever something has changed.`}
    />
  )
}
