package page

// NewPlayground returns the page of a tab.
func NewPlayground(tab *Tab) *Playground { return &Playground{tab: tab} }

// NewIndex returns the page of a tab.
func NewIndex(tab *Tab) *Index { return &Index{tab: tab} }

// NewSimulator returns the page of a tab.
func NewSimulator(tab *Tab) *Simulator { return &Simulator{tab: tab} }

// NewSettings returns the page of a tab.
func NewSettings(tab *Tab) *Settings { return &Settings{tab: tab} }

// NewLessons returns the page of a tab.
func NewLessons(tab *Tab) *Lessons { return &Lessons{tab: tab} }

// NewLesson returns the page of a lesson.
func NewLesson(tab *Tab, id string) *Lesson { return &Lesson{tab: tab, ID: id} }

// NewSearch returns the page of a tab.
func NewSearch(tab *Tab) *Search { return &Search{tab: tab} }
