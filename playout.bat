@echo off
rem Double-click to open Playout in the browser. The first start sets it up in .venv, which takes a few minutes.
setlocal
cd /d "%~dp0"
set "PYTHON=python"
where py >nul 2>nul && set "PYTHON=py -3"
%PYTHON% -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>nul || goto no_python
if not exist .venv\ready call :set_up || goto failed
if "%~1"=="" (.venv\Scripts\playout.exe web) else (.venv\Scripts\playout.exe %*)
if errorlevel 1 if "%~1"=="" pause
exit /b %errorlevel%

:set_up
echo Setting Playout up; this is done once.
%PYTHON% -m venv .venv || exit /b 1
.venv\Scripts\python.exe -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-run.lock || exit /b 1
.venv\Scripts\python.exe -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . || exit /b 1
type nul > .venv\ready
exit /b 0

:no_python
echo Playout needs Python 3.11 or newer: https://www.python.org/downloads/ 
pause
exit /b 1

:failed
echo Playout could not be set up; what went wrong is said above.
pause
exit /b 1
