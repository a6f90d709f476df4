import { runWorkerTasks } from '~/platform/threads/run-worker-tasks'
import { sendTicketsEmail } from './write-tickets-email'

runWorkerTasks(sendTicketsEmail)
