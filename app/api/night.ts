import { route } from '@/lib/http/route'
import { nightAnswer, nightChange } from '@/lib/night/schema'
import { changeNight, readNight } from '@/lib/night/settings'

export const NIGHT_CALLS = {
  night: {
    GET: route(
      { may: 'admin', summary: 'What is agreed about the night', answer: nightAnswer },
      readNight,
    ),
    PUT: route(
      {
        may: 'admin',
        summary: 'Change how many may be inside, when the night is, and what visitors are told',
        body: nightChange,
        answer: nightAnswer,
      },
      ({ body, user }) => changeNight(body, user),
    ),
  },
}
