import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Note } from '~/design/note'
import { Tabs, TabPanel } from '~/design/tabs'
import { VisuallyHidden } from '~/design/visually-hidden'
import { AuthPage } from '~/features/identity/web/auth-page'
import { leaveWhenSignedIn } from '~/features/identity/web/guards'
import { SignInForm } from '~/features/identity/web/sign-in-form'
import { SignUpForm } from '~/features/identity/web/sign-up-form'
import { findCodeFault } from '~/features/invitations/web/queries'
import { plainHead } from './-frame/page-head'

type AuthSearch = {
  tab?: 'sign-in' | 'sign-up' | undefined
  /** Where the person was going. */
  next?: string | undefined
  /** An invitation. */
  code?: string | undefined
}

export const Route = createFileRoute('/auth/')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: readSearch,
  beforeLoad: ({ context, search }) => leaveWhenSignedIn(context, search),
  head: ({ match }) =>
    plainHead(match, titleOf(match.search), 'Sign in, or join with an invitation code or to buy tickets.'),
  component: AuthRoute,
})

function AuthRoute() {
  const { tab, next, code } = Route.useSearch()
  const navigate = useNavigate({ from: '/auth/' })
  const current = tabOf({ tab, code })
  return (
    <AuthPage stock="yellow" poster={['The list is', 'closed. Unless', 'you’re on it.']} back="/">
      <VisuallyHidden>
        <h1>{titleOf({ tab, code })}</h1>
      </VisuallyHidden>
      {next?.includes('?tickets=') && (
        <Note className="au-kept">
          <p>Your choice is kept. Sign in, or sign up: buying needs no invitation.</p>
        </Note>
      )}
      <Tabs
        label="Sign in or sign up"
        look="segmented"
        full
        value={current}
        onValueChange={(value) => void navigate({ search: (old) => ({ ...old, tab: value }), replace: true })}
        tabs={[
          { value: 'sign-in', label: 'Sign In' },
          { value: 'sign-up', label: 'Sign Up' },
        ]}
      >
        <TabPanel value="sign-in">
          <SignInForm next={next} />
        </TabPanel>
        <TabPanel value="sign-up">
          <SignUpForm next={next} code={code} findCodeFault={findCodeFault} />
        </TabPanel>
      </Tabs>
    </AuthPage>
  )
}

/** A link with a code in it wants to sign up. */
function tabOf({ tab, code }: AuthSearch): 'sign-in' | 'sign-up' {
  return tab ?? (code === undefined ? 'sign-in' : 'sign-up')
}

function titleOf(search: AuthSearch): string {
  return tabOf(search) === 'sign-in' ? 'Sign In' : 'Sign Up'
}

/**
 * Whatever is not understood counts as not said, but every key is named: the router takes from the address, as it stands,
 * what is left out. It reads a code of digits as a number.
 */
function readSearch({ tab, next, code }: Record<string, unknown>): AuthSearch {
  const known = tab === 'sign-in' || tab === 'sign-up' ? tab : undefined
  const text = typeof code === 'number' ? String(code) : code
  return {
    tab: known,
    next: typeof next === 'string' ? next : undefined,
    code: typeof text === 'string' ? text : undefined,
  }
}
