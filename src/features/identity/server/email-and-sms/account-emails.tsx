import { EmailCode } from '~/design/email/email-code'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

type LinkAndCode = { email: string; link: string; code: string; until: string }

/** Shows the code as an alternative to the link. `until` is the expiry of both, formatted with its time zone. */
function CodeInstead({ before, code, until }: { before: string; code: string; until: string }) {
  return (
    <>
      <EmailParagraph>{before}</EmailParagraph>
      <EmailCode code={code} />
      <EmailParagraph small>Both work once, until {until}.</EmailParagraph>
    </>
  )
}

export const verifyEmailSubject = 'Confirm your address'

export function VerificationEmail(props: LinkAndCode & { name: string | undefined }) {
  return (
    <EmailLayout
      preview="One click, good for 24 hours."
      stock="yellow"
      headline={props.name === undefined ? 'Is this you?' : `Is this you, ${props.name}?`}
      lead={`Someone signed up with ${props.email}. If it was you, say so and the door opens.`}
      action={{ label: 'Confirm my address', href: props.link }}
      reason="Not you? Do nothing, and the address is never confirmed."
    >
      <CodeInstead
        before="Or type this code on the page you came from:"
        code={props.code}
        until={props.until}
      />
    </EmailLayout>
  )
}

export const signInSubject = 'Your code to sign in'

/** `isNew`: there is no account with this email yet; the code creates one. */
export function SignInEmail(props: LinkAndCode & { isNew: boolean }) {
  return (
    <EmailLayout
      preview="Six numbers, good for ten minutes."
      stock="mint"
      headline="Six numbers and you’re inside."
      lead={
        props.isNew
          ? `Someone asked to come in with ${props.email}, which has no account yet. If it was you, this opens one.`
          : `Someone asked to sign in with ${props.email}. If it was you, come in.`
      }
      action={{ label: props.isNew ? 'Open my account' : 'Sign in', href: props.link }}
      reason="Not you? Do nothing, and tell nobody the code: we never ask for it."
    >
      <CodeInstead
        before="Or type this code on the page you came from:"
        code={props.code}
        until={props.until}
      />
    </EmailLayout>
  )
}

export const resetPasswordSubject = 'Set a new password'

export function ResetPasswordEmail(props: {
  email: string
  link: string
  code: string | undefined
  until: string
}) {
  return (
    <EmailLayout
      preview="One click, good for an hour."
      stock="lilac"
      headline="Happens to the best of us."
      lead={`Someone asked for a new password for ${props.email}. If it was you, set it here.`}
      action={{ label: 'Set a new password', href: props.link }}
      reason="Not you? Do nothing, and your password stays as it is."
    >
      {props.code !== undefined && (
        <>
          <EmailParagraph>Or type this code in the app you came from:</EmailParagraph>
          <EmailCode code={props.code} />
        </>
      )}
      <EmailParagraph small>
        {props.code === undefined ? 'The link works' : 'Both work'} once, until {props.until}. Setting a new
        password signs out every other session.
      </EmailParagraph>
    </EmailLayout>
  )
}

export const nonceSubject = 'A code, to be sure it is you'

export function NonceEmail(props: { code: string; until: string }) {
  return (
    <EmailLayout
      preview="Six numbers, good for ten minutes."
      stock="orange"
      headline="Still you?"
      lead="Someone who is signed in as you is about to change something that matters. Type this code to go on."
      reason="Not you? Tell nobody the code, and set a new password: somebody is signed in as you."
    >
      <EmailCode code={props.code} />
      <EmailParagraph small>It works once, until {props.until}.</EmailParagraph>
    </EmailLayout>
  )
}

export const inviteSubject = 'There is an account with your name on it'

export function InviteEmail(props: LinkAndCode) {
  return (
    <EmailLayout
      preview="One click, good for seven days."
      stock="pink"
      headline="You’re on the list."
      lead={`The house opened an account for ${props.email}. Come in and make it yours.`}
      action={{ label: 'Come in', href: props.link }}
      reason="Don’t know what this is about? Do nothing, and the account stays shut."
    >
      <CodeInstead
        before="Or type this code in the app that sent you here:"
        code={props.code}
        until={props.until}
      />
    </EmailLayout>
  )
}

export const noAccountSubject = 'No account with this address yet'

/** Sent when a code is requested for an email without an account, so that the person doesn’t wait in vain. */
export function NoAccountEmail(props: { email: string; signUpLink: string }) {
  return (
    <EmailLayout
      preview="Another address, perhaps?"
      stock="bone"
      headline="Have we met?"
      lead={`Someone asked for a code to sign in with ${props.email}, which has no account here. If it was you: was it another address, or do you want to sign up?`}
      action={{ label: 'Sign up', href: props.signUpLink }}
      reason="Not you? Do nothing: nothing was opened, and nothing of you is kept."
    />
  )
}

export const alreadyRegisteredSubject = 'You have an account already'

/** Sent to the owner of an email that was used for another sign-up: only the owner may learn that there is an account. */
export function AlreadyRegisteredEmail(props: { email: string; signInLink: string; resetLink: string }) {
  return (
    <EmailLayout
      preview="Nothing was changed."
      stock="bone"
      headline="We’ve met."
      lead={`Someone signed up with ${props.email}, which has an account already. If it was you, just sign in.`}
      action={{ label: 'Sign in', href: props.signInLink }}
      reason="Not you? Do nothing: nothing was changed, and whoever it was did not learn that you are here."
    >
      <EmailParagraph small>
        No idea what the password was? Set a new one:{' '}
        <a href={props.resetLink} style={{ color: 'inherit' }}>
          {props.resetLink}
        </a>
      </EmailParagraph>
    </EmailLayout>
  )
}
