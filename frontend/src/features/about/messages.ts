/** Words of the about page. */
export const aboutText = {
  title: 'About',
  lead: 'Medication reviews for hospital teams: written together, seen live, kept with their whole history.',
  parts: [
    {
      title: 'What it is for',
      points: [
        'Clinical pharmacists review every medicine of an inpatient every day. What they find (the ' +
          'error, how severe it was, what was recommended and what came of it) is written here, at the ' +
          'bedside.',

        'Physicians of the team add their notes. Whoever has the chart open sees what a colleague ' +
          'writes as it is saved, and nobody’s words are overwritten unseen.',
        'Reports add it up: by error type, day, tag and patient, to print or to take along as CSV.',
      ],
    },
    {
      title: 'What you can rely on',
      points: [
        'Nothing is called saved before the server has it. What you typed stays in the form when the connection goes.',
        'Every change is kept: who made it, when, and what was there before.',
        'A patient’s data can be read by the members of their team alone.',
      ],
    },
    {
      title: 'What you must not rely on',
      points: [
        'The drugs, trade names and error templates that come with the product are a sample ' +
          'catalogue. Have your own clinical pharmacists review it before it is used for care.',
        'The severity letters A to I carry short texts of our own, not the official NCC MERP sentences.',
        'Nothing here is medical advice, and nothing replaces the judgement of the people at the bedside.',
      ],
    },
  ],
  warning: 2,
  more: 'More',
  links: {
    courses: 'Free clinical pharmacy courses',
    test: 'Check this browser, its sound and the connection',
    api: 'Description of the API',
    drugs: 'The drug catalogue',
  },
};
