import { createFileRoute } from '@tanstack/react-router'
import { FailuresPage } from '~/features/administration/web/failures/failures-page'
import { failuresQuery } from '~/features/administration/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/failures')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(failuresQuery()),
  head: ({ match }) => createPrivateHead(match, 'Failed deliveries'),
  errorComponent: ScreenFailed,
  component: FailuresPage,
})
